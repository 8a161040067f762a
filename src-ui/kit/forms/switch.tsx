import { type ReactNode, useId } from 'react'
import { PlainFieldWords } from './field-words.tsx'

type SwitchProps = {
	label: string
	hint?: ReactNode
	error?: string | null
	isOn: boolean
	isDisabled?: boolean
	onChange: (isOn: boolean) => void
	/** Rendered outside the label, so not part of the accessible name. */
	children?: ReactNode
}

export function Switch({ label, hint, error, isOn, isDisabled = false, onChange, children }: SwitchProps) {
	const id = useId()
	return (
		<div className="switch-field">
			<label className="switch" data-disabled={isDisabled || undefined}>
				{label}
				<input
					type="checkbox"
					role="switch"
					checked={isOn}
					aria-checked={isOn}
					disabled={isDisabled}
					aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
					onChange={({ target }) => onChange(target.checked)}
				/>
			</label>
			<PlainFieldWords id={id} hint={hint} error={error} />
			{children}
		</div>
	)
}
