import type { ReactNode } from 'react'

/* One mark per award: a round sticker on a grid of 64, in the style of kind-marks.tsx. */
const ink = '#1c1a27'
const [taxi, brake, mint, dusk, sky] = ['#ffc62b', '#f2495c', '#19b38a', '#6a4df5', '#8fd3ff']
const [paper, tin, slate] = ['#fffdf8', '#d8d3e3', '#3f3a57']
const outline = { stroke: ink, strokeWidth: 2.6, strokeLinejoin: 'round', strokeLinecap: 'round' } as const
const line = { ...outline, fill: 'none' } as const

const EGG = 'M32 8c9 0 18 15 18 28 0 12-8 20-18 20s-18-8-18-20C14 23 23 8 32 8z'

const marks = {
	driverOfTheMonth: {
		ground: dusk,
		mark: (
			<>
				<path d="M19 18h-6c0 8 2 13 9 14M45 18h6c0 8-2 13-9 14" {...line} strokeWidth={7.4} />
				<path d="M19 18h-6c0 8 2 13 9 14M45 18h6c0 8-2 13-9 14" {...line} stroke={taxi} strokeWidth={2.6} />
				<path d="M28 38h8v9h-8z" fill={taxi} {...outline} />
				<path d="M18 11h28v12c0 10-5 17-14 17s-14-7-14-17z" fill={taxi} {...outline} />
				<path d="M21 47h22v7H21z" fill={brake} {...outline} />
				<path
					d="M32 15l2.5 5.3 5.7.7-4.2 4 1.1 5.7-5.1-2.8-5.1 2.8 1.1-5.7-4.2-4 5.7-.7z"
					fill={paper}
					{...outline}
					strokeWidth={2}
				/>
			</>
		),
	},
	smoothest: {
		ground: mint,
		mark: (
			<>
				<path d="M26 17c-3-3 3-5 0-9M34 17c-3-3 3-5 0-9M42 17c-3-3 3-5 0-9" {...line} stroke={paper} />
				<path d="M45 29h5c8 0 7 14-4 13" {...line} strokeWidth={7.4} />
				<path d="M45 29h5c8 0 7 14-4 13" {...line} stroke={paper} strokeWidth={2.6} />
				<path d="M15 24h33v13c0 9-5 14-12 14h-9c-7 0-12-5-12-14z" fill={paper} {...outline} />
				<ellipse cx="31.5" cy="24" rx="16.5" ry="4.4" fill="#8a5a3c" {...outline} />
				<path d="M17 53.5h30" {...line} strokeWidth={4.4} />
			</>
		),
	},
	safest: {
		ground: sky,
		mark: (
			<>
				<path d={EGG} fill={paper} stroke="none" />
				<path d="M48.5 28L15.5 42.5l5 8L50 37z" fill={dusk} {...outline} />
				<path d={EGG} {...line} />
				<rect x="27" y="35" width="12" height="10" rx="3" fill={brake} {...outline} transform="rotate(-24 33 40)" />
				<path d="M26 24.5h.1M38 24.5h.1" {...line} strokeWidth={4.4} />
				<path d="M29 29.5c2 1.8 4 1.8 6 0" {...line} strokeWidth={2.2} />
			</>
		),
	},
	bestVibes: {
		ground: brake,
		mark: (
			<g transform="rotate(-7 32 32) translate(3.8 3.8) scale(.88)">
				<rect x="7.5" y="15" width="49" height="34" rx="5" fill={taxi} {...outline} />
				<rect x="13" y="20" width="38" height="18" rx="3" fill={paper} {...outline} strokeWidth={2.2} />
				<rect x="17" y="25" width="30" height="10" rx="5" fill={slate} {...outline} strokeWidth={2.2} />
				<circle cx="22.5" cy="30" r="2.7" fill={paper} />
				<circle cx="41.5" cy="30" r="2.7" fill={paper} />
				<path d="M19 49l3-7h20l3 7z" fill={tin} {...outline} strokeWidth={2.2} />
			</g>
		),
	},
	mostImproved: {
		ground: taxi,
		mark: (
			<g transform="translate(3.8 4) scale(.88)">
				<path d="M32 33V20" {...line} strokeWidth={4} />
				<path d="M32 22C20 23 15 16 15 9c10 0 17 4 17 13z" fill={mint} {...outline} />
				<path d="M32 18c0-8 6-12 15-12 0 8-5 13-15 12z" fill={mint} {...outline} />
				<path d="M26 32h12l6 19H20z" fill={brake} {...outline} />
				<path d="M24 39h16l2 6H22z" fill={paper} stroke="none" />
				<path d="M26 32h12l6 19H20z" {...line} />
				<path d="M14 51h36v5H14z" fill={brake} {...outline} />
			</g>
		),
	},
	mostRidden: {
		ground: mint,
		mark: (
			<g transform="translate(3.5 3.5) scale(.89)">
				<rect x="6" y="19" width="52" height="26" rx="5" fill={slate} {...outline} />
				{[10.5, 25.5, 40.5].map((x) => (
					<rect key={x} x={x} y="23.5" width="13" height="17" rx="2" fill={paper} {...outline} strokeWidth={2} />
				))}
				<path d="M14 28h6l-3.5 8.5M29 28h6l-3.5 8.5" {...line} />
				<path d="M44 28h6l-3.5 8.5" {...line} stroke={brake} />
			</g>
		),
	},
	ghostOfTheMonth: {
		ground: dusk,
		mark: (
			<>
				<path d="M14 52V29c0-11 8-19 18-19s18 8 18 19v23l-6-4-6 5-6-5-6 5-6-5z" fill={paper} {...outline} />
				<path
					d="M19 25h11v4c0 4-2 6-5.5 6S19 33 19 29zM34 25h11v4c0 4-2 6-5.5 6S34 33 34 29zM30 27h4"
					fill={ink}
					{...outline}
				/>
				<path d="M22 28l2.5-1.5M37 28l2.5-1.5" {...line} stroke={paper} strokeWidth={2} />
				<path d="M28 41c2.5 2.5 5.5 2.5 8 0" {...line} />
			</>
		),
	},
} satisfies Record<string, { ground: string; mark: ReactNode }>

/** Decorative: the text beside it names the award. Fills its container unless `size` gives the pixels. */
export function AwardMark({ award, size }: { award: keyof typeof marks; size?: number }) {
	const { ground, mark } = marks[award]
	return (
		<svg aria-hidden="true" viewBox="0 0 64 64" width={size ?? '100%'} height={size ?? '100%'}>
			<circle cx="32" cy="32" r="30.6" fill={ground} {...outline} />
			{mark}
		</svg>
	)
}
