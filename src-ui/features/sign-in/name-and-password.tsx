import { passwordLabel, usernameLabel } from '#contract/first-words/account-form.ts'
import { PasswordField, TextField } from '#ui/kit/forms/text-field.tsx'
import type { FieldProps } from '#ui/platform/contract-form.ts'

export type NameAndPasswordProps = {
	username: string
	onUsernameChange: (username: string) => void
	password: 'current-password' | 'new-password'
	autoFocusPassword?: boolean
	form: { field: (name: 'username' | 'password', onChange?: (text: string) => void) => FieldProps<string> }
}

export function NameAndPassword(props: NameAndPasswordProps) {
	const { username, onUsernameChange, password, autoFocusPassword, form } = props
	return (
		<>
			<TextField
				label={usernameLabel()}
				// `webauthn` lets the browser list passkeys at this field.
				autoComplete={password === 'current-password' ? 'username webauthn' : 'username'}
				value={username}
				{...form.field('username', onUsernameChange)}
			/>
			<PasswordField
				label={passwordLabel()}
				autoComplete={password}
				autoFocus={autoFocusPassword}
				{...form.field('password')}
			/>
		</>
	)
}
