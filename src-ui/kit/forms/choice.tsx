import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { FieldMessage } from './field-words.tsx'

export type ChoiceOption<T extends string> = { value: T; label: string; tone: 'good' | 'bad' }

export type ChoiceProps<T extends string> = {
	label: string
	/** The chosen value travels with the form under this name. */
	name?: string
	value: T | null
	onChange: (value: T) => void
	options: [ChoiceOption<T>, ChoiceOption<T>]
	error?: string | null
}

/** A choice between two. */
export function Choice<T extends string>({ label, name, value, onChange, options, error }: ChoiceProps<T>) {
	return (
		<RadioGroup
			name={name}
			value={value}
			onChange={(chosen) => {
				const option = options.find(({ value }) => value === chosen)
				if (option) onChange(option.value)
			}}
			orientation="horizontal"
			isInvalid={Boolean(error)}
			validationBehavior="aria"
			className="flex flex-col gap-1.5"
		>
			<Label className="text-[0.9375rem] font-bold">{label}</Label>
			<div className="choice">
				{options.map(({ value, label, tone }) => (
					<Radio key={value} value={value} data-tone={tone} className="choice-side">
						{label}
					</Radio>
				))}
			</div>
			<FieldMessage error={error} />
		</RadioGroup>
	)
}
