import { type FormEvent, useState } from 'react'
import { type OwnUser, SignUp } from '#contract/accounts.ts'
import type { RatingId } from '#contract/ids.ts'
import { track } from '#ui/features/analytics/track.ts'
import { Button } from '#ui/kit/button.tsx'
import { PasswordField } from '#ui/kit/password-field.tsx'
import { TextField } from '#ui/kit/text-field.tsx'
import { useFormCheck } from '#ui/platform/form-check.ts'
import { useFormUnderway } from '#ui/platform/underway.ts'
import { useSignUp } from './accounts.api.ts'
import { FacePicker, randomFace } from './face-picker.tsx'
import { SEAT_TAKEN, sayWhySignUpFailed } from './sign-up-failure.ts'

export type SignUpFormProps = {
	username: string
	onUsernameChange: (username: string) => void
	/** The guest rating to keep. */
	ratingId?: RatingId
	onDone: (user: OwnUser) => void
}

export function SignUpForm({ username, onUsernameChange, ratingId, onDone }: SignUpFormProps) {
	const { errors, check, forget, refuse } = useFormCheck(SignUp)
	const [avatarId, setAvatarId] = useState(randomFace)
	const signUp = useSignUp()
	const isUnderway = useFormUnderway()

	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault()
		const form = event.currentTarget
		const typed = check(form)
		// Until the next screen is here, an account that has just been made must not be asked for again.
		if (!typed || isUnderway() || signUp.isSuccess) return
		track('login_signup_clicked', { source: 'auth', action: 'signup' })
		signUp.mutate(
			{ ...typed, email: null, avatarId, ratingId },
			{
				onSuccess: onDone,
				onError: (error) => {
					if (sayWhySignUpFailed(error) === 'taken') refuse(form, 'username', SEAT_TAKEN)
				},
			},
		)
	}

	return (
		<form noValidate onSubmit={submit} className="flex flex-col gap-4">
			<TextField
				label="Username"
				name="username"
				autoComplete="username"
				value={username}
				onChange={(text) => {
					onUsernameChange(text)
					forget('username')
				}}
				error={errors.username}
			/>
			<PasswordField
				label="Password"
				name="password"
				autoComplete="new-password"
				hint="At least 6 characters. No e-mail needed."
				onChange={() => forget('password')}
				error={errors.password}
			/>
			<FacePicker value={avatarId} onChange={setAvatarId} />
			<Button type="submit" isBlock isPending={signUp.isPending || signUp.isSuccess} className="mt-2">
				Sign Up
			</Button>
		</form>
	)
}
