import { PasswordField, TextField } from '#ui/kit/forms/text-field.tsx'
import type { FieldProps } from '#ui/platform/contract-form.ts'

export type NameAndPasswordProps = {
	username: string
	onUsernameChange: (username: string) => void
	/** What a password manager should do: offer the password it knows, or make a new one. */
	password: 'current-password' | 'new-password'
	/** A username that is given already. */
	autoFocusPassword?: boolean
	form: { field: (name: 'username' | 'password', onChange?: (text: string) => void) => FieldProps<string> }
}

/** The two fields of a form for a member who has a username already. */
export function NameAndPassword(props: NameAndPasswordProps) {
	const { username, onUsernameChange, password, autoFocusPassword, form } = props
	return (
		<>
			<TextField
				label="Username"
				// Where there are passkeys the browser offers them in this field's list.
				autoComplete={password === 'current-password' ? 'username webauthn' : 'username'}
				value={username}
				{...form.field('username', onUsernameChange)}
			/>
			<PasswordField
				label="Password"
				autoComplete={password}
				autoFocus={autoFocusPassword}
				{...form.field('password')}
			/>
		</>
	)
}
