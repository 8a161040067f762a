import { Icon, type IconProps } from '#ui/kit/icons.tsx'

// Apart from the other icons, which every page loads.

export const QrCodeIcon = (props: IconProps) => (
	<Icon {...props}>
		<rect x="3.5" y="3.5" width="6.5" height="6.5" rx="1" />
		<rect x="14" y="3.5" width="6.5" height="6.5" rx="1" />
		<rect x="3.5" y="14" width="6.5" height="6.5" rx="1" />
		<path d="M14 14h2.5v2.5M20.5 14v0M14 20.5h0M20.5 17.5v3H17.5" />
	</Icon>
)
export const PrinterIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M7 8.5V3.5h10v5M7 17H4V8.5h16V17h-3" />
		<path d="M7 13.5h10v7H7z" />
	</Icon>
)
