import type { ReactNode } from 'react'
import type { AwardKey } from '#contract/receipts.ts'

const ink = '#1c1a27'
const paper = '#fffdf8'
const line = { fill: 'none', stroke: ink, strokeWidth: 2.8, strokeLinejoin: 'round', strokeLinecap: 'round' } as const

/** On a grid of 48, each with the ground it stands on. */
const marks: Record<AwardKey, { ground: string; mark: ReactNode }> = {
	driverOfTheMonth: {
		ground: '#ffc62b',
		mark: (
			<>
				<path d="M17 15h-5c0 6 2.5 8.5 6.5 9M31 15h5c0 6-2.5 8.5-6.5 9M24 28v6M18 35h12" {...line} />
				<path d="M16.5 11.500h15v8.500a7.5 7.5 0 0 1-15 0z" {...line} fill={paper} />
			</>
		),
	},
	smoothest: {
		ground: '#8fd3ff',
		mark: <path d="M10 19c4.5-5 9-5 14 0s9.5 5 14 0M10 29c4.5-5 9-5 14 0s9.5 5 14 0" {...line} />,
	},
	safest: {
		ground: '#19b38a',
		mark: (
			<>
				<path d="M24 10l11.5 4v8.500c0 7.5-5 11.5-11.5 15-6.5-3.5-11.5-7.5-11.5-15V14z" {...line} fill={paper} />
				<path d="M18.5 23.500l4 4 7.5-8.5" {...line} />
			</>
		),
	},
	bestVibes: {
		ground: '#f2495c',
		mark: (
			<>
				<path d="M20 32V15l13-3.500v17" {...line} />
				<path d="M20 20l13-3.5" {...line} />
				<circle cx="16.5" cy="32" r="3.8" {...line} fill={paper} />
				<circle cx="29.5" cy="28.5" r="3.8" {...line} fill={paper} />
			</>
		),
	},
	mostImproved: {
		ground: '#6a4df5',
		mark: <path d="M11 33l8.5-9.5 6.5 5L37 15M28.5 14.500H37v8.5" {...line} stroke="#fff6e5" />,
	},
	mostRidden: {
		ground: '#d8d3e3',
		mark: (
			<>
				<circle cx="24" cy="24" r="13" {...line} fill={paper} />
				<path d="M11.5 22h25M24 26v10.5" {...line} />
				<circle cx="24" cy="23.5" r="4.2" {...line} fill="#ffc62b" />
			</>
		),
	},
	ghostOfTheMonth: {
		ground: '#fff6e5',
		mark: (
			<>
				<path d="M14.5 35.500V21a9.5 9.5 0 0 1 19 0v14.500l-3.8-3-2.9 3-2.8-3-2.8 3-2.9-3z" {...line} fill={paper} />
				<path d="M20.5 21.500v1.500M27.5 21.500v1.5" {...line} />
			</>
		),
	},
}

/** A round sticker for each award. Decorative: its name is beside it. */
export function AwardMark({ award, size = 44 }: { award: AwardKey; size?: number | string }) {
	const { ground, mark } = marks[award]
	return (
		<svg aria-hidden="true" className="award-mark" width={size} height={size} viewBox="0 0 48 48">
			<circle cx="24" cy="24" r="22.5" fill={ground} stroke={ink} strokeWidth="2.6" />
			{mark}
		</svg>
	)
}
