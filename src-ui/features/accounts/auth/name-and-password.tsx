import { PasswordField } from '#ui/kit/forms/password-field.tsx'
import { TextField } from '#ui/kit/forms/text-field.tsx'
import type { FieldMessages } from '#ui/platform/form-check.ts'

export type NameAndPasswordProps = {
	username: string
	onUsernameChange: (username: string) => void
	/** What a password manager should do: offer the password it knows, or make a new one. */
	password: 'current-password' | 'new-password'
	passwordHint?: string
	/** Where the username stands already. */
	autoFocusPassword?: boolean
	form: FieldMessages
}

/** The two fields of every way in. */
export function NameAndPassword(props: NameAndPasswordProps) {
	const { username, onUsernameChange, password, passwordHint, autoFocusPassword, form } = props
	return (
		<>
			<TextField
				label="Username"
				name="username"
				autoComplete="username"
				value={username}
				onChange={(text) => {
					onUsernameChange(text)
					form.forget('username')
				}}
				error={form.errors.username}
			/>
			<PasswordField
				label="Password"
				name="password"
				autoComplete={password}
				autoFocus={autoFocusPassword}
				hint={passwordHint}
				onChange={() => form.forget('password')}
				error={form.errors.password}
			/>
		</>
	)
}
