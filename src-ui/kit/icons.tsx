import type { ReactNode } from 'react'

export type IconProps = { size?: number; className?: string }

/** Round-ended strokes, as if drawn with the same marker as the faces. Always decorative: the words are beside them. */
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
export const PencilIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M4 20l1-4.5L16 4.5a2 2 0 0 1 3 0l.5.5a2 2 0 0 1 0 3L8.5 19zM14 6.5l3.5 3.5" />
	</Icon>
)
export const SearchIcon = (props: IconProps) => (
	<Icon {...props}>
		<circle cx="10.5" cy="10.5" r="6" />
		<path d="M15.5 15.5L20.5 20.5" />
	</Icon>
)
export const EyeIcon = ({ isCrossed = false, ...props }: IconProps & { isCrossed?: boolean }) => (
	<Icon {...props}>
		<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
		<circle cx="12" cy="12" r="2.5" />
		{isCrossed ? <path d="M4 20L20 4" /> : null}
	</Icon>
)
export const ShareIcon = (props: IconProps) => (
	<Icon {...props}>
		<path d="M12 15V3.5M7.5 8L12 3.5 16.5 8M5 13v6.5h14V13" />
	</Icon>
)
export const CopyIcon = (props: IconProps) => (
	<Icon {...props}>
		<rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.5" />
		<path d="M15.5 4.5H6.5A2 2 0 0 0 4.5 6.5v9" />
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
