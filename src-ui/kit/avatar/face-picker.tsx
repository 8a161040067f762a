import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { faceLabel } from '#contract/first-words/account-form.ts'
import { t } from '#contract/text.ts'
import { Avatar } from './avatar.tsx'

const faceNames = [
	// Translators: this and the next four are drawn faces, read out
	[1, t('Sunglasses driver')],
	[2, t('Granny at the wheel')],
	[3, t('Road-trip dog')],
	[4, t('Cabbie kid')],
	[5, t('Bobble-hat dad')],
] as const

export const randomFace = (): number => 1 + Math.floor(Math.random() * faceNames.length)

type FacePickerProps = { label?: string; value: number; onChange: (avatarId: number) => void }

export function FacePicker({ label = faceLabel(), value, onChange }: FacePickerProps) {
	return (
		<RadioGroup
			value={String(value)}
			onChange={(id) => onChange(Number(id))}
			orientation="horizontal"
			className="field"
		>
			<Label className="field-label">{label}</Label>
			<div className="face-choices">
				{faceNames.map(([id, name]) => (
					<Radio key={id} value={String(id)} aria-label={name} className="face-choice">
						<Avatar avatarId={id} name={name} />
					</Radio>
				))}
			</div>
		</RadioGroup>
	)
}
