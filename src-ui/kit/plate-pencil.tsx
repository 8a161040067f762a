import { IconButton } from './button.tsx'
import { PencilIcon } from './icons.tsx'

/** On the corner of a plate, whose box is `relative`. */
export function PlatePencil({ label, onPress }: { label: string; onPress: () => void }) {
	return (
		<IconButton
			label={label}
			onPress={onPress}
			className="absolute -top-4 -right-5 rounded-full border-2 border-outline bg-taxi text-asphalt"
		>
			<PencilIcon size={18} />
		</IconButton>
	)
}
