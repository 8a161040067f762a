import { type HTMLInputTypeAttribute, type ReactNode, useState } from 'react'
import {
	TextField as AriaTextField,
	type TextFieldProps as AriaTextFieldProps,
	Input,
} from 'react-aria-components/TextField'
import { t } from '#contract/text.ts'
import { classNames } from '#look/class-names.ts'
import { IconButton } from '#ui/kit/button.tsx'
import { FieldWords } from '#ui/kit/forms/field-words.tsx'
import { Icon } from '#ui/kit/icons.tsx'

// Has no maxLength: people see a message instead of losing typed text.
type TextFieldProps = Omit<
	AriaTextFieldProps,
	'className' | 'children' | 'maxLength' | 'minLength' | 'type' | 'isInvalid' | 'validate'
> & {
	label: string
	isLabelHidden?: boolean
	hint?: ReactNode
	error?: string | null
	placeholder?: string
	type?: HTMLInputTypeAttribute
	className?: string
	trailing?: ReactNode
}

export function TextField(props: TextFieldProps) {
	const { label, isLabelHidden, hint, error, placeholder, className, trailing, ...field } = props
	return (
		<AriaTextField
			validationBehavior="aria"
			{...field}
			isInvalid={Boolean(error)}
			className={classNames('field', className)}
		>
			<FieldWords label={label} isLabelHidden={isLabelHidden} hint={hint} error={error}>
				<div className="relative">
					<Input
						placeholder={placeholder}
						className={classNames('field-input', Boolean(trailing) && 'field-input-short')}
						// Stops phones from 'correcting' names.
						autoCapitalize="none"
						spellCheck={false}
					/>
					{trailing ? <div className="absolute inset-y-0 inset-e-0.5 flex items-center">{trailing}</div> : null}
				</div>
			</FieldWords>
		</AriaTextField>
	)
}

/** Gives password managers the username where the form does not ask for it. */
export function KnownUsername({ username }: { username: string }) {
	return <input type="text" autoComplete="username" value={username} readOnly hidden />
}

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'trailing'>

export function PasswordField(props: PasswordFieldProps) {
	const [isShown, setIsShown] = useState(false)
	return (
		<TextField
			{...props}
			type={isShown ? 'text' : 'password'}
			trailing={
				// Not named 'Show password', because only the input's own label may contain 'Password'.
				<IconButton
					// Translators: without the word for password, which names the field beside it
					label={isShown ? t('Hide what you typed') : t('Show what you typed')}
					onPress={() => setIsShown(!isShown)}
				>
					<EyeIcon isCrossed={isShown} />
				</IconButton>
			}
		/>
	)
}

const EyeIcon = ({ isCrossed }: { isCrossed: boolean }) => (
	<Icon>
		<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
		<circle cx="12" cy="12" r="2.5" />
		{isCrossed ? <path d="M4 20L20 4" /> : null}
	</Icon>
)
