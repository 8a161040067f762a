import { IconButton } from './button.tsx'
import { Icon } from './icons.tsx'

/** Its parent must be `relative`. */
export function PlatePencil({ label, onPress }: { label: string; onPress: () => void }) {
	return (
		<IconButton
			label={label}
			onPress={onPress}
			className="absolute -top-4 -inset-e-5 rounded-full border-2 border-outline bg-taxi text-asphalt"
		>
			<Icon size={18}>
				<path d="M4 20l1-4.5L16 4.5a2 2 0 0 1 3 0l.5.5a2 2 0 0 1 0 3L8.5 19zM14 6.5l3.5 3.5" />
			</Icon>
		</IconButton>
	)
}
