import type { ReactNode } from 'react'

export type IconProps = { size?: number; className?: string }

export function Icon({ size = 20, className, children }: IconProps & { children: ReactNode }) {
	return (
		<svg
			aria-hidden="true"
			className={className}
			width={size}
			height={size}
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth="2.5"
			strokeLinecap="round"
			strokeLinejoin="round"
		>
			{children}
		</svg>
	)
}

export const CrossIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M6 6l12 12M18 6L6 18" />
	</Icon>
)
export const BackIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M20 12H4.5M11 5l-7 7 7 7" />
	</Icon>
)
export const CaretIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M6 9.5l6 6 6-6" />
	</Icon>
)
export const CheckIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M4.5 12.5l5 5 10-11" />
	</Icon>
)
export const SunIcon = (props: IconProps) => (
	<Icon {...props}>
		<circle cx="12" cy="12" r="4" />
		<path d="M12 2.5v1.5M12 20v1.5M2.5 12H4M20 12h1.5M5.3 5.3l1 1M17.7 17.7l1 1M18.7 5.3l-1 1M6.3 17.7l-1 1" />
	</Icon>
)
export const MoonIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z" />
	</Icon>
)
export const DeviceIcon = (props: IconProps) => (
	<Icon {...props}>
		<rect x="3" y="4.5" width="18" height="12" rx="2" />
		<path d="M8.5 20.5h7M12 16.5v4" />
	</Icon>
)
