import type { HTMLInputTypeAttribute, ReactNode } from 'react'
import {
	TextField as AriaTextField,
	type TextFieldProps as AriaTextFieldProps,
	Input,
} from 'react-aria-components/TextField'
import { classNames } from '#look/class-names.ts'
import { FieldWords, fieldClass } from './field-words.tsx'

// No maxLength on purpose: people see the message instead of losing what they typed.
export type TextFieldProps = Omit<
	AriaTextFieldProps,
	'className' | 'children' | 'maxLength' | 'minLength' | 'type' | 'isInvalid' | 'validate'
> & {
	label: string
	hint?: ReactNode
	error?: string | null
	placeholder?: string
	type?: HTMLInputTypeAttribute
	className?: string
	/** Sits in the field's right end. */
	trailing?: ReactNode
}

export function TextField({ label, hint, error, placeholder, className, trailing, ...props }: TextFieldProps) {
	return (
		<AriaTextField
			validationBehavior="aria"
			{...props}
			isInvalid={Boolean(error)}
			className={classNames('flex flex-col gap-1.5', className)}
		>
			<FieldWords label={label} hint={hint} error={error}>
				<div className="relative">
					<Input
						placeholder={placeholder}
						className={classNames(fieldClass, Boolean(trailing) && 'pr-13')}
						// Names are not sentences; phones would "correct" them.
						autoCapitalize="none"
						spellCheck={false}
					/>
					{trailing ? <div className="absolute inset-y-0 right-0.5 flex items-center">{trailing}</div> : null}
				</div>
			</FieldWords>
		</AriaTextField>
	)
}
