import { useState } from 'react'
import * as v from 'valibot'
import { AvatarId } from '#contract/names.ts'
import { register, SignUp } from '#contract/sign-in.ts'
import { t } from '#contract/text.ts'
import { NameAndPassword } from '#ui/features/sign-in/name-and-password.tsx'
import { useSignUp } from '#ui/features/sign-in/session/accounts.api.ts'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { useContractForm } from '#ui/platform/contract-form.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { SEAT_TAKEN, sayWhySignUpFailed } from './sign-up-failure.ts'

export type RecreateAccountDialogProps = {
	isOpen: boolean
	onOpenChange: (isOpen: boolean) => void
	/** A member whom this browser remembers but the server does not know. */
	user: RememberedUser
}

export function RecreateAccountFormDialog({ isOpen, onOpenChange, user }: RecreateAccountDialogProps) {
	const [username, setUsername] = useState(user.username)
	const recreate = useSignUp(register)
	const form = useContractForm({
		schema: SignUp,
		send: (typed, handlers) => {
			const avatarId = v.is(AvatarId, user.avatarId) ? user.avatarId : undefined
			recreate.mutate({ ...typed, email: null, avatarId }, handlers)
		},
		onSent: () => onOpenChange(false),
		onRefused: (error) => {
			if (sayWhySignUpFailed(error) === 'taken') form.refuse('username', SEAT_TAKEN)
		},
	})

	return (
		<Dialog title={t('Recreate your account')} isOpen={isOpen} onOpenChange={onOpenChange} isDismissable={false}>
			<form {...form.props} className="flex flex-col gap-4">
				<p className="text-muted">
					{t('This Backseat has started over and no longer knows you. Pick a password and you are back in your seat.')}
				</p>
				<NameAndPassword
					username={username}
					onUsernameChange={setUsername}
					password="new-password"
					autoFocusPassword
					form={form}
				/>
				<PendingButton type="submit" isBlock isPending={recreate.isPending} className="mt-2">
					{t('Recreate account')}
				</PendingButton>
			</form>
		</Dialog>
	)
}
