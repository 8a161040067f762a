import { Navigate, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import { GhostName } from '#contract/names.ts'
import type { PublicUser } from '#contract/public-user.ts'
import { t } from '#contract/text.ts'
import { NewTrip, type StartedTrip } from '#contract/trips.ts'
import { useAccountFirst } from '#ui/features/sign-in/sign-up/use-account-first.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { BackLink, LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { ApiError, serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useViewer } from '#ui/session/session-context.ts'
import { ChooseDrivers } from './choose-drivers.tsx'
import { stillHere, useStartTrip } from './new-trip.api.ts'
import { isGone } from './trips.api.ts'
import './trips.css'

const NEXT = { next: '/trip/new' } as const

export function NewTripScreen() {
	const viewer = useViewer()
	const [cameAs] = useState(viewer.kind)
	if (viewer.kind !== 'visitor') return <NewTripForm />
	// A member who just logged out is already being redirected home.
	return cameAs === 'visitor' ? <Navigate to="/auth" search={NEXT} replace /> : <GotOut />
}

/** Not `name` as in the contract, or browsers would autofill the person's own name. */
const TripForm = v.object({ tripName: GhostName })
const FORM_ID = 'new-trip'

function NewTripForm() {
	const navigate = useNavigate()
	const { asMember, dialog } = useAccountFirst()
	const [chosen, setChosen] = useState<readonly PublicUser[]>([])
	const [driversError, setDriversError] = useState<string | null>(null)
	const drivers = useRef<HTMLFieldSetElement>(null)
	const start = useStartTrip()
	const form = useContractForm({
		schema: TripForm,
		send: ({ tripName }, handlers) => {
			const trip = v.safeParse(NewTrip, { name: tripName, driverIds: chosen.map(({ id }) => id) })
			if (!trip.success) {
				setDriversError(trip.issues[0].message)
				drivers.current?.querySelector('input')?.focus()
				return
			}
			asMember(() => start.mutate(trip.output, handlers))
		},
		onRefused: (error) => {
			if (isGone(error)) void stillHere(chosen).then(setChosen, () => undefined)
		},
		onSent: ({ token }: StartedTrip) => void navigate({ to: '/trip/$token', params: { token }, replace: true }),
		// Stays pending until the trip's page is shown.
		isSentForGood: true,
	})
	const choose = (drivers: readonly PublicUser[]) => {
		setChosen(drivers)
		setDriversError(null)
	}
	const trouble = start.isPending ? null : whyNot(start.error)

	return (
		<Page
			action={
				<PendingButton type="submit" form={FORM_ID} isBlock isPending={start.isPending || start.isSuccess}>
					{start.isPending ? t('Starting the engine...') : t('Start the trip')}
				</PendingButton>
			}
		>
			<PageTitle>{t('Road trip')}</PageTitle>
			<div className="mb-5 flex items-start gap-1">
				<BackLink to="/home" label={t('Back to Home')} />
				<div>
					<h1>{t('Road trip')}</h1>
					<p className="mt-1.5 text-muted">
						{t('Everybody in the car rates the drivers. Sealed until all are opened together.')}
					</p>
				</div>
			</div>
			<div className="flex flex-col gap-5">
				<form id={FORM_ID} autoComplete="off" {...form.props}>
					<TextField
						label={t('Where to?')}
						placeholder={t('e.g. To the sea')}
						hint={t('Everybody in the car reads this name.')}
						autoComplete="off"
						{...form.field('tripName')}
					/>
				</form>
				<ChooseDrivers group={drivers} chosen={chosen} onChoose={choose} asMember={asMember} error={driversError} />
				{trouble ? (
					<Notice tone="error" title={trouble.title}>
						{trouble.text}
					</Notice>
				) : null}
			</div>
			{dialog}
		</Page>
	)
}

/** Null if the app frame already shows the problem. */
function whyNot(error: unknown): { title: string; text: string } | null {
	if (!error || (error instanceof ApiError && error.status === 401)) return null
	const title = t('The engine did not start')
	if (!(error instanceof ApiError))
		return { title, text: t('No answer from the server. What you typed stays right here.') }
	if (error.problemCode === 'too_many_trips')
		return {
			title: t('Three of your trips are still on the road'),
			text: t('Open or delete one of them first. What you typed stays right here.'),
		}
	if (error.status === 404)
		return {
			title,
			text: t('One of these drivers is not here any more. Please look who is chosen.'),
		}
	return { title, text: serverMessage(error, t('Please try again. What you typed stays right here.')) }
}

function GotOut() {
	return (
		<Page
			action={
				<LinkButton to="/auth" search={NEXT} isBlock>
					{t('Log in')}
				</LinkButton>
			}
		>
			<PageTitle>{t('Road trip')}</PageTitle>
			<EmptyState headingLevel="h1" title={t('Nobody at the wheel')}>
				{t('Log in to start a road trip.')}
			</EmptyState>
		</Page>
	)
}
