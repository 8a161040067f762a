/** A sign beside the road, for the inside of a "notice" whose `data-tone` is the same. */
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

/** Its shape, and what is drawn on it. */
const signs = {
	info: [BOARD, 'M16 15v7M16 9.8v.1'],
	good: [BOARD, 'M10 16.5l4.2 4.2L22 12'],
	warn: [DIAMOND, EXCLAMATION_MARK],
	error: [OCTAGON, EXCLAMATION_MARK],
} as const
