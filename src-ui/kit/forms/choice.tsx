import { useId } from 'react'
import { Radio, RadioGroup } from './radio-group.tsx'

export type ChoiceOption<T extends string> = { value: T; label: string; tone: 'good' | 'bad' | 'plain' }

export type ChoiceProps<T extends string> = {
	label: string
	name?: string
	value: T | null
	onChange: (value: T) => void
	options: [ChoiceOption<T>, ChoiceOption<T>]
	error?: string | null
	describedBy?: string
}

export function Choice<T extends string>({
	label,
	name,
	value,
	onChange,
	options,
	error,
	describedBy,
}: ChoiceProps<T>) {
	const ownName = useId()
	return (
		<RadioGroup label={label} error={error} aria-describedby={describedBy} className="choice-group">
			<div className="choice">
				{options.map((option) => (
					<Radio
						key={option.value}
						name={name ?? ownName}
						value={option.value}
						isChosen={option.value === value}
						onChoose={() => onChange(option.value)}
						data-tone={option.tone}
						className="choice-side"
					>
						{option.label}
					</Radio>
				))}
			</div>
		</RadioGroup>
	)
}
