import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { SignUp } from '#contract/accounts.ts'
import { AvatarId } from '#contract/names.ts'
import { Button } from '#ui/kit/button.tsx'
import { Dialog } from '#ui/kit/dialog.tsx'
import { PasswordField } from '#ui/kit/password-field.tsx'
import { TextField } from '#ui/kit/text-field.tsx'
import { useFormCheck } from '#ui/platform/form-check.ts'
import type { RememberedUser } from '#ui/platform/storage.ts'
import { useFormUnderway } from '#ui/platform/underway.ts'
import { useSignUp } from './accounts.api.ts'
import { SEAT_TAKEN, sayWhySignUpFailed } from './sign-up-failure.ts'

export type RecreateAccountDialogProps = {
	isOpen: boolean
	onOpenChange: (isOpen: boolean) => void
	/** Whom this browser remembers and the server does not. */
	user: RememberedUser
}

export function RecreateAccountFormDialog({ isOpen, onOpenChange, user }: RecreateAccountDialogProps) {
	const { errors, check, forget, refuse } = useFormCheck(SignUp)
	const [username, setUsername] = useState(user.username)
	const register = useSignUp('/api/register')
	const isUnderway = useFormUnderway()

	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault()
		const form = event.currentTarget
		const typed = check(form)
		if (!typed || isUnderway()) return
		const avatarId = v.is(AvatarId, user.avatarId) ? user.avatarId : undefined
		register.mutate(
			{ ...typed, email: null, avatarId },
			{
				onSuccess: () => onOpenChange(false),
				onError: (error) => {
					if (sayWhySignUpFailed(error) === 'taken') refuse(form, 'username', SEAT_TAKEN)
				},
			},
		)
	}

	return (
		<Dialog title="Recreate your account" isOpen={isOpen} onOpenChange={onOpenChange} isDismissable={false}>
			<form noValidate onSubmit={submit} className="flex flex-col gap-4">
				<p className="text-muted">
					This Backseat has started over and no longer knows you. Pick a password and you are back in your seat.
				</p>
				<TextField
					label="Username"
					name="username"
					autoComplete="username"
					value={username}
					onChange={(text) => {
						setUsername(text)
						forget('username')
					}}
					error={errors.username}
				/>
				<PasswordField
					label="Password"
					name="password"
					autoComplete="new-password"
					autoFocus
					onChange={() => forget('password')}
					error={errors.password}
				/>
				<Button type="submit" isBlock isPending={register.isPending} className="mt-2">
					Recreate account
				</Button>
			</form>
		</Dialog>
	)
}
