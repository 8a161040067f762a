import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { Avatar } from './avatar.tsx'

const faceNames = [
	[1, 'Sunglasses driver'],
	[2, 'Granny at the wheel'],
	[3, 'Road-trip dog'],
	[4, 'Cabbie kid'],
	[5, 'Bobble-hat dad'],
] as const

export const randomFace = (): number => 1 + Math.floor(Math.random() * faceNames.length)

type FacePickerProps = { label?: string; value: number; onChange: (avatarId: number) => void }

export function FacePicker({ label = 'Your face', value, onChange }: FacePickerProps) {
	return (
		<RadioGroup
			value={String(value)}
			onChange={(id) => onChange(Number(id))}
			orientation="horizontal"
			className="flex flex-col gap-1.5"
		>
			<Label className="text-[0.9375rem] font-bold">{label}</Label>
			<div className="flex flex-wrap gap-x-3 gap-y-1 min-[20em]:justify-between">
				{faceNames.map(([id, name]) => (
					<Radio
						key={id}
						value={String(id)}
						aria-label={name}
						className="cursor-pointer rounded-full p-1 opacity-75 outline-offset-2 transition-transform duration-150 ease-spring hover:opacity-100 data-focus-visible:outline-3 data-focus-visible:outline-focus data-selected:scale-110 data-selected:bg-taxi data-selected:opacity-100 data-selected:ring-2 data-selected:ring-outline"
					>
						<Avatar avatarId={id} name={name} className="block" />
					</Radio>
				))}
			</div>
		</RadioGroup>
	)
}
