import { type Ref, useId } from 'react'
import { Outcome } from './outcome.tsx'

type TextFieldProps = {
	label: string
	value: string
	onChange: (value: string) => void
	hint?: string
	error?: string | null
	placeholder?: string
	ref?: Ref<HTMLInputElement>
}

/** For addresses and links. No maxlength: a paste that loses its end without a word helps nobody. */
export function TextField({ label, value, onChange, hint, error, placeholder, ref }: TextFieldProps) {
	const id = useId()
	return (
		<div className="field">
			<label htmlFor={id}>{label}</label>
			<input
				id={id}
				ref={ref}
				type="text"
				inputMode="url"
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				placeholder={placeholder}
				value={value}
				onChange={(event) => onChange(event.target.value)}
				aria-invalid={error ? true : undefined}
				aria-describedby={`${id}-error ${id}-hint`}
			/>
			<Outcome id={`${id}-error`} isBad>
				{error}
			</Outcome>
			{hint ? (
				<p id={`${id}-hint`} className="muted">
					{hint}
				</p>
			) : null}
		</div>
	)
}
