import { type Ref, useRef } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { FieldMessage } from './field-words.tsx'
import { type FocusHandle, useRadioGroupFocus } from './focus-handle.ts'

export type ChoiceOption<T extends string> = { value: T; label: string; tone: 'good' | 'bad' }

export type ChoiceProps<T extends string> = {
	label: string
	value: T | null
	onChange: (value: T) => void
	options: [ChoiceOption<T>, ChoiceOption<T>]
	error?: string | null
	ref?: Ref<FocusHandle>
}

/** This or that, nothing in between. */
export function Choice<T extends string>({ label, value, onChange, options, error, ref }: ChoiceProps<T>) {
	const group = useRef<HTMLDivElement>(null)
	useRadioGroupFocus(ref, group)
	return (
		<RadioGroup
			ref={group}
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
