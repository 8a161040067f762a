import { type ReactNode, useId } from 'react'
import { CaretIcon } from '#ui/kit/icons.tsx'
import { PlainFieldWords } from './field-words.tsx'
import './select-field.css'

type SelectFieldProps<Value extends string | number> = {
	label: string
	hint?: ReactNode
	error?: string | null
	value: Value
	/** `lang` is the label's language, if it is another than the page's. */
	options: readonly { value: Value; label: string; lang?: string }[]
	onChange: (value: Value) => void
}

export function SelectField<Value extends string | number>({
	label,
	hint,
	error,
	value,
	options,
	onChange,
}: SelectFieldProps<Value>) {
	const id = useId()
	return (
		<div className="field">
			<label htmlFor={id} className="field-label">
				{label}
			</label>
			<div className="select">
				<select
					id={id}
					className="field-input"
					value={value}
					data-invalid={error ? true : undefined}
					aria-invalid={error ? true : undefined}
					aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
					onChange={({ target }) => {
						const chosen = options[target.selectedIndex]
						if (chosen) onChange(chosen.value)
					}}
				>
					{options.map((option) => (
						<option key={option.value} value={option.value} lang={option.lang}>
							{option.label}
						</option>
					))}
				</select>
				<CaretIcon />
			</div>
			<PlainFieldWords id={id} hint={hint} error={error} />
		</div>
	)
}
