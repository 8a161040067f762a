import { useState } from 'react'
import { IconButton } from '#ui/kit/icon-button.tsx'
import { EyeIcon } from '#ui/kit/icons.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** Whose password it is, for password managers, where the name is not asked for. */
export function KnownUsername({ username }: { username: string }) {
	return <input type="text" autoComplete="username" value={username} readOnly hidden />
}

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'trailing'>

export function PasswordField(props: PasswordFieldProps) {
	const [isShown, setIsShown] = useState(false)
	return (
		<TextField
			{...props}
			type={isShown ? 'text' : 'password'}
			trailing={
				// Not named 'Show password': the field itself must stay the only thing labelled 'Password'.
				<IconButton
					label={isShown ? 'Hide what you typed' : 'Show what you typed'}
					onPress={() => setIsShown(!isShown)}
				>
					<EyeIcon isCrossed={isShown} />
				</IconButton>
			}
		/>
	)
}
