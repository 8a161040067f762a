import { useState } from 'react'
import * as v from 'valibot'
import type { GhostWithToken } from '#contract/drivers.ts'
import { GhostName } from '#contract/names.ts'
import type { PublicUser } from '#contract/public-user.ts'
import { t } from '#contract/text.ts'
import { useAddGhost } from '#ui/features/drivers/add-driver/add-driver.api.ts'
import type { AsMember } from '#ui/features/sign-in/sign-up/use-account-first.tsx'
import { randomFace } from '#ui/kit/avatar/face-picker.tsx'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'

/** Not named `username` as in the contract: browsers would autofill the member's own. */
const NewDriverForm = v.object({ driverName: GhostName })

type NewGhostFaceProps = {
	/** Typed in the search before. */
	name: string
	isDisabled: boolean
	asMember: AsMember
	onMade: (ghost: PublicUser) => void
}

export function NewGhostFace({ isDisabled, ...props }: NewGhostFaceProps) {
	const [isOpen, setIsOpen] = useState(false)
	return (
		<>
			<PlusFace name={t('Somebody new')} isDisabled={isDisabled} onPress={() => setIsOpen(true)} />
			<Dialog title={t('Somebody new')} isOpen={isOpen} onOpenChange={setIsOpen}>
				<NewDriverFields {...props} onClose={() => setIsOpen(false)} />
			</Dialog>
		</>
	)
}

type PlusFaceProps = { name: string; isDisabled?: boolean; onPress: () => void }

export const PlusFace = ({ name, isDisabled = false, onPress }: PlusFaceProps) => (
	<button
		type="button"
		className="face trip-face w-full"
		disabled={isDisabled}
		onClick={({ currentTarget }) => {
			// Safari does not focus a clicked button, so a dialog could not return the focus to it.
			currentTarget.focus({ preventScroll: true })
			onPress()
		}}
	>
		<span aria-hidden="true" className="trip-face-new">
			+
		</span>
		<span className="face-name">{name}</span>
	</button>
)

type NewDriverFieldsProps = Omit<NewGhostFaceProps, 'isDisabled'> & { onClose: () => void }

function NewDriverFields({ name, asMember, onMade, onClose }: NewDriverFieldsProps) {
	const { mutate: addGhost, isPending } = useAddGhost()
	const form = useContractForm({
		schema: NewDriverForm,
		send: ({ driverName }, handlers) =>
			asMember((me) => addGhost({ name: driverName, avatarId: randomFace(), me: me.id }, handlers)),
		onSent: ({ ghostClaimToken: _, ...ghost }: GhostWithToken) => {
			onMade(ghost)
			onClose()
		},
		onRefused: (error) =>
			form.refuse('driverName', serverMessage(error, t('No answer from the server. Please try again.'))),
	})
	return (
		<form autoComplete="off" className="flex flex-col gap-4" {...form.props}>
			<TextField
				label={t('Name')}
				hint={t('A nickname will do. They need no account.')}
				placeholder={t('e.g. Uncle Bob')}
				autoComplete="off"
				defaultValue={name}
				autoFocus
				{...form.field('driverName')}
			/>
			<PendingButton type="submit" isBlock isPending={isPending}>
				{isPending ? t('Buckle up...') : t('Add Driver')}
			</PendingButton>
		</form>
	)
}
