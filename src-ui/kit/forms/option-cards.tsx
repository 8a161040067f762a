import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { FieldMessage } from './field-words.tsx'

export type OptionCard = { value: string; label: string; hint: string }

export type OptionCardsProps = {
	label: string
	name: string
	options: OptionCard[]
	onChange?: (value: string) => void
	error?: string | null
}

export function OptionCards({ label, name, options, onChange, error }: OptionCardsProps) {
	return (
		<RadioGroup name={name} onChange={onChange} isInvalid={Boolean(error)} validationBehavior="aria" className="field">
			<Label className="field-label">{label}</Label>
			<div className="flex flex-col gap-2">
				{options.map(({ value, label, hint }) => (
					<Radio key={value} value={value} className="option-card">
						<span aria-hidden="true" className="option-dot" />
						<span>
							<span className="block font-semibold">{label}</span>
							<span className="block text-sm text-muted">{hint}</span>
						</span>
					</Radio>
				))}
			</div>
			<FieldMessage error={error} />
		</RadioGroup>
	)
}
