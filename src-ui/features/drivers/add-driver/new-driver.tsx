import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { GhostWithToken } from '#contract/drivers.ts'
import { foldedName } from '#contract/folded-name.ts'
import { GhostName } from '#contract/names.ts'
import { t } from '#contract/text.ts'
import { useTrack } from '#ui/features/analytics/tracker.ts'
import { useAddGhost } from '#ui/features/drivers/add-driver/add-driver.api.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { homeQuery } from '#ui/features/drivers/drivers.api.ts'
import type { AsMember } from '#ui/features/sign-in/sign-up/use-account-first.tsx'
import { FacePicker, randomFace } from '#ui/kit/avatar/face-picker.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { TextLink } from '#ui/kit/navigation/link.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { ApiError, serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'

const WRONG_TURN = t('Looks like there was a speed bump creating this profile. Try again?')

/** Not named `username` as in the contract: browsers would autofill the rater's own. */
const NewDriverForm = v.object({ driverName: GhostName })

type NewDriverState = ReturnType<typeof useNewDriver>

export function useNewDriver(asMember: AsMember, firstName: string) {
	const navigate = useNavigate()
	const track = useTrack()
	const [name, setName] = useState(firstName)
	const [avatarId, setAvatarId] = useState(randomFace)
	const { mutate: addGhost, isPending, isSuccess } = useAddGhost()
	const form = useContractForm({
		schema: NewDriverForm,
		send: ({ driverName }, { onSuccess, onError }) =>
			asMember((me) =>
				addGhost(
					{ name: driverName, avatarId, me: me.id },
					{
						onSuccess: (ghost) => {
							track('driver_added', {
								user_id: me.id,
								user_name: me.username,
								driver_id: ghost.id,
								driver_name: nameOf(ghost),
								is_ghost: true,
							})
							onSuccess(ghost)
						},
						onError,
					},
				),
			),
		onSent: ({ id }: GhostWithToken) => void navigate({ to: '/rating/$id', params: { id } }),
		onRefused: (failure) => {
			const description = serverMessage(failure, WRONG_TURN)
			const isOnScreen = failure instanceof ApiError && failure.field === 'username'
			toast({ title: t('Oops! Driver took a wrong turn 🚦'), description, variant: 'destructive', isOnScreen })
			if (isOnScreen) form.refuse('driverName', description)
		},
		// Stays pending after the response until the rating screen replaces this one.
		isSentForGood: true,
	})

	return { form, name, setName, avatarId, setAvatarId, isPending: isPending || isSuccess }
}

const FORM_ID = 'new-driver'
const SECOND_LABEL_MS = 1200

export function NewDriver({ newDriver, autoFocus }: { newDriver: NewDriverState; autoFocus: boolean }) {
	return (
		<form id={FORM_ID} autoComplete="off" className="flex flex-col gap-4" {...newDriver.form.props}>
			<h2>{t('Adding someone who is not on Backseat yet?')}</h2>
			<TextField
				label={t('Name')}
				hint={t('A nickname will do. It can be changed later.')}
				placeholder={t('e.g. Uncle Bob')}
				autoComplete="off"
				value={newDriver.name}
				autoFocus={autoFocus}
				{...newDriver.form.field('driverName', newDriver.setName)}
			/>
			<NamesakeNotice name={newDriver.name} />
			<FacePicker label={t('Face')} value={newDriver.avatarId} onChange={newDriver.setAvatarId} />
		</form>
	)
}

export function AddNewDriver({ newDriver }: { newDriver: NewDriverState }) {
	return (
		<PendingButton type="submit" form={FORM_ID} isBlock isPending={newDriver.isPending}>
			{newDriver.isPending ? <PendingLabel /> : t('Add Driver')}
		</PendingButton>
	)
}

function PendingLabel() {
	const [isTakingLong, setIsTakingLong] = useState(false)
	useEffect(() => {
		const timer = setTimeout(() => setIsTakingLong(true), SECOND_LABEL_MS)
		return () => clearTimeout(timer)
	}, [])
	return isTakingLong ? t('Setting up profile...') : t('Buckle up...')
}

/** Duplicate names are allowed, but the rater may mean the driver they already have. */
function NamesakeNotice({ name }: { name: string }) {
	const { data: home } = useQuery(homeQuery)
	const typed = foldedName(name.trim())
	const namesake = home?.drivers.find((driver) => foldedName(nameOf(driver)) === typed)
	if (!namesake) return null
	return (
		<Notice
			tone="info"
			title={t('You have a {driver} already', { driver: nameOf(namesake) })}
			action={
				<TextLink to="/rating/$id" params={{ id: namesake.id }}>
					{t('Rate that one')}
				</TextLink>
			}
		>
			{t('Is this another one? Then go ahead.')}
		</Notice>
	)
}
