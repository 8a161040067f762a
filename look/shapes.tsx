import { classNames } from './class-names.ts'

/** Decorative: a surrounding link provides the name. */
export function Logo({ size = 44, className }: { size?: number; className?: string }) {
	return (
		<svg
			aria-hidden="true"
			className={classNames('logo', className)}
			width={size}
			height={(size * 30) / 48}
			viewBox="0 0 48 30"
			stroke="#1c1a27"
			strokeWidth="2.4"
			strokeLinejoin="round"
		>
			<Mirror />
			<path d="M8 20.5l7-10.5M12.5 22l3-4.5" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" />
			<circle cx="17" cy="18" r="5.8" fill="#fff" />
			<circle cx="31" cy="18" r="5.8" fill="#fff" />
			<g className="logo-pupils" fill="#1c1a27" stroke="none">
				<circle cx="19" cy="18.6" r="2.9" />
				<circle cx="33" cy="18.6" r="2.9" />
			</g>
			<path d="M10.5 12.2c3-2 8-2.4 11-.6M37.5 12.2c-3-2-8-2.4-11-.6" fill="none" strokeLinecap="round" />
		</svg>
	)
}

export const Mirror = ({ glass = '#8fd3ff', holder = '#6a4df5' }: { glass?: string; holder?: string }) => (
	<>
		<path d="M21 1.5h6l-.8 6h-4.4z" fill={holder} />
		<path
			d="M6.5 6.5c10-1.8 25-1.8 35 0 3 .6 4.7 2.7 4.3 5.7l-1.3 10c-.4 3.2-2.5 5.2-5.7 5.6-4.3.6-8.3.9-14.8.9s-10.5-.3-14.8-.9c-3.2-.4-5.3-2.4-5.7-5.6l-1.3-10c-.4-3 1.3-5.1 4.3-5.7z"
			fill={glass}
		/>
	</>
)

/** Use inside a "notice" with the same `data-tone`. */
export function RoadSign({ tone }: { tone: 'info' | 'good' | 'warn' | 'error' }) {
	const [shape, mark] = signs[tone]
	return (
		<svg
			aria-hidden="true"
			width="34"
			height="34"
			viewBox="0 0 32 32"
			className="notice-sign"
			strokeWidth="2.4"
			strokeLinejoin="round"
		>
			<path d={shape} />
			<path d={mark} fill="none" strokeWidth="3.4" strokeLinecap="round" />
		</svg>
	)
}

const BOARD = 'M9 3h14a6 6 0 0 1 6 6v14a6 6 0 0 1-6 6H9a6 6 0 0 1-6-6V9a6 6 0 0 1 6-6z'
const DIAMOND =
	'M18.47 4.33l9.2 9.2a3.5 3.5 0 0 1 0 4.94l-9.2 9.2a3.5 3.5 0 0 1-4.94 0l-9.2-9.2a3.5 3.5 0 0 1 0-4.94l9.2-9.2a3.5 3.5 0 0 1 4.94 0z'
const OCTAGON = 'M10.8 3h10.4L29 10.8v10.4L21.2 29H10.8L3 21.2V10.8z'
const EXCLAMATION_MARK = 'M16 9.5v7.5M16 21.8v.1'

const signs = {
	info: [BOARD, 'M16 15v7M16 9.8v.1'],
	good: [BOARD, 'M10 16.5l4.2 4.2L22 12'],
	warn: [DIAMOND, EXCLAMATION_MARK],
	error: [OCTAGON, EXCLAMATION_MARK],
} as const
