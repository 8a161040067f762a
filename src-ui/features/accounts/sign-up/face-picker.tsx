import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { AVATAR_IDS } from '#contract/names.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'

const faceNames: Record<(typeof AVATAR_IDS)[number], string> = {
	1: 'Sunglasses driver',
	2: 'Granny at the wheel',
	3: 'Road-trip dog',
	4: 'Cabbie kid',
	5: 'Bobble-hat dad',
}

export const randomFace = (): number => 1 + Math.floor(Math.random() * AVATAR_IDS.length)

/** Which of the five faces is you? */
export function FacePicker({ value, onChange }: { value: number; onChange: (avatarId: number) => void }) {
	return (
		<RadioGroup
			value={String(value)}
			onChange={(id) => onChange(Number(id))}
			orientation="horizontal"
			className="flex flex-col gap-1.5"
		>
			<Label className="text-[0.9375rem] font-bold">Your face</Label>
			<div className="flex justify-between gap-1">
				{AVATAR_IDS.map((id) => (
					<Radio
						key={id}
						value={String(id)}
						aria-label={faceNames[id]}
						className="cursor-pointer rounded-full p-1 opacity-75 outline-offset-2 transition-transform duration-150 ease-spring hover:opacity-100 data-focus-visible:outline-3 data-focus-visible:outline-focus data-selected:scale-110 data-selected:bg-taxi data-selected:opacity-100 data-selected:ring-2 data-selected:ring-outline"
					>
						<Avatar avatarId={id} name={faceNames[id]} className="block" />
					</Radio>
				))}
			</div>
		</RadioGroup>
	)
}
