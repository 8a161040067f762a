import type { FormEvent } from 'react'
import { Login, type OwnUser } from '#contract/accounts.ts'
import type { RatingId } from '#contract/ids.ts'
import { track } from '#ui/features/analytics/track.ts'
import { Button } from '#ui/kit/button.tsx'
import { PasswordField } from '#ui/kit/password-field.tsx'
import { TextField } from '#ui/kit/text-field.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { hasStatus, serverMessage } from '#ui/platform/api-client.ts'
import { useFormCheck } from '#ui/platform/form-check.ts'
import { useFormUnderway } from '#ui/platform/underway.ts'
import { useLogIn } from './accounts.api.ts'

const CHECK_AND_RETRY = 'Please check your username and password and try again.'

export type LogInFormProps = {
	username: string
	onUsernameChange: (username: string) => void
	/** The guest rating to keep. */
	ratingId?: RatingId
	/** Starts at the password: for dialogs, where the username stands already. */
	autoFocusPassword?: boolean
	onDone: (user: OwnUser) => void
}

export function LogInForm({ username, onUsernameChange, ratingId, autoFocusPassword, onDone }: LogInFormProps) {
	const { errors, check, forget, refuse } = useFormCheck(Login)
	const logIn = useLogIn()
	const isUnderway = useFormUnderway()

	const submit = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault()
		const form = event.currentTarget
		const typed = check(form)
		if (!typed || isUnderway()) return
		track('login_signup_clicked', { source: 'auth', action: 'login' })
		logIn.mutate(
			{ ...typed, ratingId },
			{
				onSuccess: onDone,
				onError: (error) => {
					// Told to wait, or to check a password that was never looked at? Only the server knows.
					const mustWait = hasStatus(error, 429) || hasStatus(error, 503)
					toast({
						variant: 'destructive',
						title: 'Login failed',
						description: mustWait ? serverMessage(error, CHECK_AND_RETRY) : CHECK_AND_RETRY,
					})
					if (hasStatus(error, 401)) refuse(form, 'password', 'That is not the right key')
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
				autoComplete="current-password"
				autoFocus={autoFocusPassword}
				onChange={() => forget('password')}
				error={errors.password}
			/>
			<Button type="submit" isBlock isPending={logIn.isPending} className="mt-2">
				Log In
			</Button>
		</form>
	)
}
