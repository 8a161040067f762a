import type { ReactNode } from 'react'

/* One mark per kind, on a 64-unit grid; a stroke of 2.6 is 1.5 px at 40 px. The inner circle has a radius of 26. */
const ink = '#1c1a27'
const [taxi, brake, mint, dusk, sky] = ['#ffc62b', '#f2495c', '#19b38a', '#6a4df5', '#8fd3ff']
const [paper, tin, slate] = ['#fffdf8', '#d8d3e3', '#3f3a57']
const outline = { stroke: ink, strokeWidth: 2.6, strokeLinejoin: 'round', strokeLinecap: 'round' } as const
const line = { ...outline, fill: 'none' } as const

type LineProps = { d: string; colour: string; width?: number }

const Tube = ({ d, colour, width = 4.6 }: LineProps) => (
	<>
		<path d={d} {...line} strokeWidth={width + 5.2} />
		<path d={d} {...line} stroke={colour} strokeWidth={width} />
	</>
)

const Paint = ({ d, colour, width = 2.6 }: LineProps) => <path d={d} {...line} stroke={colour} strokeWidth={width} />

const Wheel = ({ cx, cy, r }: { cx: number; cy: number; r: number }) => (
	<>
		<circle cx={cx} cy={cy} r={r} fill={ink} />
		<circle cx={cx} cy={cy} r={r * 0.42} fill={tin} />
	</>
)

const marks = {
	parked: {
		ground: sky,
		mark: (
			<>
				<path d="M32 44v16" {...line} strokeWidth={4} />
				<rect x="15" y="11" width="34" height="34" rx="7" fill={dusk} {...outline} />
				<Paint d="M27 38V19h6.5a6.3 6.3 0 0 1 0 12.6H27" colour={paper} width={5} />
			</>
		),
	},
	fresh_plates: {
		ground: mint,
		mark: (
			<>
				<g transform="rotate(-8 32 36)">
					<rect x="8" y="26" width="48" height="21" rx="5" fill={paper} {...outline} />
					<rect x="12" y="30" width="40" height="13" rx="2.5" fill="none" stroke={dusk} strokeWidth="1.8" />
					<path d="M18 36.5h.1M46 36.5h.1" {...line} strokeWidth={4} />
				</g>
				<path d="M46 7l2.6 6.9 6.9 2.6-6.9 2.6L46 26l-2.6-6.9-6.9-2.6 6.9-2.6z" fill={taxi} {...outline} />
				<path
					d="M23 13l1.5 3.5L28 18l-3.5 1.5L23 23l-1.5-3.5L18 18l3.5-1.5z"
					fill={paper}
					{...outline}
					strokeWidth={2}
				/>
			</>
		),
	},
	legend: {
		ground: dusk,
		mark: (
			<>
				<path d="M15 42L11 21.5l11.5 8L32 14l9.5 15.5 11.5-8L49 42z" fill={taxi} {...outline} />
				<path d="M15 42h34v8H15z" fill={brake} {...outline} />
				<circle cx="11" cy="20" r="3.6" fill={paper} {...outline} />
				<circle cx="32" cy="13" r="3.6" fill={paper} {...outline} />
				<circle cx="53" cy="20" r="3.6" fill={paper} {...outline} />
				<path d="M24 46h.1M32 46h.1M40 46h.1" stroke={paper} strokeWidth="3.4" strokeLinecap="round" />
			</>
		),
	},
	institution: {
		ground: taxi,
		mark: (
			<>
				<path d="M11 26L32 12l21 14v4H11z" fill={paper} {...outline} />
				<circle cx="32" cy="22.5" r="2.6" fill={brake} {...outline} strokeWidth={2} />
				<path d="M15 30h7v14h-7zM28.5 30h7v14h-7zM42 30h7v14h-7z" fill={paper} {...outline} />
				<path d="M13 44h38v4H13zM11 48h42v5H11z" fill={tin} {...outline} />
			</>
		),
	},
	comeback: {
		ground: mint,
		mark: (
			<>
				<Tube d="M11 24l7 11 6-6 6.5 14L44 21" colour={taxi} width={5} />
				<path d="M34.5 18.5L51 9.5 51.5 28z" fill={taxi} {...outline} />
			</>
		),
	},
	detour: {
		ground: brake,
		mark: (
			<>
				<path
					d="M30 8.5a3 3 0 0 1 4 0L55.5 30a3 3 0 0 1 0 4L34 55.5a3 3 0 0 1-4 0L8.5 34a3 3 0 0 1 0-4z"
					fill={taxi}
					{...outline}
				/>
				<path d="M25.5 44V33.5c0-4 2-6 6-6H40" {...line} strokeWidth={4.6} />
				<path d="M38 19l10 8.5L38 36z" fill={ink} {...outline} />
			</>
		),
	},
	plot_twist: {
		ground: taxi,
		mark: (
			<>
				<path d="M13 18c6-3 12-4 19-4v39C19 50 12 36 13 18z" fill={mint} {...outline} />
				<path d="M51 18c-6-3-12-4-19-4v39c13-3 20-17 19-35z" fill={brake} {...outline} />
				<path d="M18.5 27c1.5-3.5 6-3.5 7.5 0" {...line} />
				<circle cx="41.5" cy="26" r="3.2" fill={paper} {...outline} />
				<path d="M20.5 36c2 5 6 7 11.5 6" {...line} />
				<path d="M32 42c3-4.5 8-4.5 10.5 0" {...line} />
			</>
		),
	},
	chauffeur: {
		ground: sky,
		mark: (
			<>
				<path
					d="M8.5 27c2-9 11-14 23.5-14s21.5 5 23.5 14c-1.5 4-5 7-9 8H17.5c-4-1-7.5-4-9-8z"
					fill={slate}
					{...outline}
				/>
				<path d="M17 33c9-3 21-3 30 0v9H17z" fill={taxi} {...outline} />
				<path
					d="M16 42c9-3 23-3 32 0 2 2.5 2.5 5.5 1 8.5-10-5.5-24-5.5-34 0-1.5-3-1-6 1-8.5z"
					fill={slate}
					{...outline}
				/>
				<circle cx="32" cy="26" r="5" fill={taxi} {...outline} />
				<path d="M20 48c7-2 17-2 24 0" stroke="#7a7496" strokeWidth="2" strokeLinecap="round" fill="none" />
			</>
		),
	},
	flying_carpet: {
		ground: dusk,
		mark: (
			<>
				<path d="M14 20h.1M25 12h.1M40 11h.1M50 17h.1" stroke={paper} strokeWidth="3" strokeLinecap="round" />
				<path
					d="M17 23l-4.5 1M15 28l-4.5 1M12.5 33l-4.5 1M10 38l-4 1M52.5 24l4.5-1M50 29l4.5-1M47.5 34l4.5-1M45 39l4.5-1"
					{...line}
					stroke={taxi}
				/>
				<path d="M20 21c6-5 11 2 17 0s10-5 17-2L45 41c-7-3-11 0-17 2s-11-3-18-1z" fill={brake} {...outline} />
				<path
					d="M22.5 26c5-3 9 2 14.5.5s8-3.5 12-2.8L42.5 37c-5-1.5-9 .5-14.5 2s-9-1.5-13-1z"
					{...line}
					stroke={taxi}
					strokeWidth={2.2}
				/>
				<path d="M32 27l6 4-6.5 4.5-6-4z" fill={taxi} />
				<path
					d="M40 56c-4 0-5-5-1-6 0-5 8-6 9.5-1.5 4-1.5 6.5 2.5 4.5 5.5-1.2 1.7-2.5 2-5 2z"
					fill={paper}
					{...outline}
				/>
			</>
		),
	},
	seat_belt: {
		ground: taxi,
		mark: (
			<>
				<path d="M23 2.7a30.6 30.6 0 0 1 18 0V20H23z" fill={dusk} {...outline} />
				<Paint d="M29 5v13M35 5v13" colour="#5233d9" width={2} />
				<path d="M20 19h24v14H20z" fill={tin} {...outline} />
				<path d="M27 24.5h10" {...line} strokeWidth={3.6} />
				<rect x="15" y="31" width="34" height="24" rx="6" fill={slate} {...outline} />
				<rect x="21" y="38" width="22" height="10" rx="3" fill={brake} {...outline} />
			</>
		),
	},
	party_bus: {
		ground: dusk,
		mark: (
			<>
				<path d="M32 1v13" {...line} />
				<circle cx="32" cy="34" r="19" fill={sky} />
				<path
					d="M32 15c-7 0-10 5-11.5 12H32zM45 27h6.5c1.5 4 1.5 8.5 0 13H45zM20.5 40H32v13c-7-1-10-6-11.5-13z"
					fill={paper}
				/>
				<path d="M32 27h13v13H32z" fill={taxi} />
				<path d="M13 34c0-2.5.5-5 1.5-7h6c-1 4-1 9 0 13h-6c-1-2-1.5-4-1.5-6z" fill={brake} />
				<path
					d="M14.5 27h35M14.5 40h35M32 15v38M32 15c-15 6-15 32 0 38M32 15c15 6 15 32 0 38"
					{...line}
					strokeWidth={2}
				/>
				<circle cx="32" cy="34" r="19" {...line} />
				<path d="M9 12l1.5 3.5L14 17l-3.5 1.5L9 22l-1.5-3.5L4 17l3.5-1.5z" fill={taxi} transform="translate(5 1)" />
				<path
					d="M53 10l1.5 3.5L58 15l-3.5 1.5L53 20l-1.5-3.5L48 15l3.5-1.5z"
					fill={paper}
					transform="translate(-1 -1)"
				/>
			</>
		),
	},
	silent_limousine: {
		ground: sky,
		mark: (
			<>
				<path
					d="M31 8h19c3 0 5 1.5 5 4.5s-2 4.5-5 4.5h-9l-5 4.5V17h-5c-3 0-5-1.5-5-4.5S28 8 31 8z"
					fill={paper}
					{...outline}
				/>
				<path d="M33.5 12.5h.1M40.5 12.5h.1M47.5 12.5h.1" {...line} strokeWidth={3.2} />
				<path d="M4 45v-6c0-3 2-4.5 5-5l4-1 6-7h29c3 0 4.5 3 6 7 4 .5 6 2.5 6 6v6z" fill={slate} {...outline} />
				<path d="M17 32.5l3.8-4H24v4zM27 28.5h5v4h-5zM35 28.5h5v4h-5zM43 28.5h4.5l2 4H43z" fill={paper} />
				<Paint d="M8 38.5h48" colour="#7a7496" width={2} />
				<Wheel cx={15} cy={46} r={5.4} />
				<Wheel cx={49} cy={46} r={5.4} />
			</>
		),
	},
	rally: {
		ground: brake,
		mark: (
			<g transform="translate(4.5 2) scale(.92)">
				<path d="M15 10v46" {...line} strokeWidth={4.6} />
				<path d="M16 13c7-4 12 3 19 1s10-3 16-1v25c-6-2-9-1-16 1s-12-5-19-1z" fill={paper} {...outline} />
				<path
					d="M16 13c3-1.7 6-1.4 9-.6v8c-3-.8-6-1.1-9 .6zM35 14c3.5-1 6.5-1.7 9-1.8v8c-2.5.1-5.5.8-9 1.8zM25 20.4c3 1 6.5 2.5 10 1.6v8c-3.5.9-7-.6-10-1.6zM44 20.2c2.5-.2 4.5.1 7 .8v8c-2.5-.7-4.5-1-7-.8zM16 29c3-1.7 6-1.4 9-.6v8.3c-3-.8-6-1-9 1zM35 30c3.5-1 6.5-1.7 9-1.8V37c-2.5.1-5.5 1-9 2z"
					fill={ink}
				/>
			</g>
		),
	},
	getaway: {
		ground: mint,
		mark: (
			<>
				<path
					d="M10 34c8-4 15-3 22 0 7-3 14-4 22 0 0 9-4.5 15.5-11.5 15.5-5 0-8.5-3-10.5-6.5-2 3.5-5.5 6.5-10.5 6.5C14.5 49.5 10 43 10 34z"
					fill={ink}
					{...outline}
				/>
				<ellipse cx="22" cy="40" rx="6" ry="4.6" fill={paper} />
				<ellipse cx="42" cy="40" rx="6" ry="4.6" fill={paper} />
				<circle cx="25" cy="40" r="2.4" fill={ink} />
				<circle cx="45" cy="40" r="2.4" fill={ink} />
				<path d="M17.5 26c0-10 3.5-15 8-15 3 0 4.5 2 6.5 2s3.5-2 6.5-2c4.5 0 8 5 8 15z" fill={dusk} {...outline} />
				<path d="M17.5 21h29v6h-29z" fill={brake} {...outline} />
				<path d="M8 27c10-1.5 38-1.5 48 0-2 4-10 6-24 6S10 31 8 27z" fill={dusk} {...outline} />
			</>
		),
	},
	roller_coaster: {
		ground: sky,
		mark: (
			<>
				<path d="M19 50v9M32 51v10M45 50v9" {...line} strokeWidth={3} />
				<Tube d="M9 48h22c9 0 15-7 15-15.5S40 18 33 18s-13 6-13 14.5S24 48 33 48h22" colour={brake} width={3.6} />
				<path d="M8.5 35l-2-7M14.5 34v-8M21 35l2-7" {...line} />
				<circle cx="11.5" cy="34" r="3" fill={paper} {...outline} strokeWidth={2} />
				<circle cx="18" cy="34" r="3" fill={paper} {...outline} strokeWidth={2} />
				<path d="M5.5 36.5h19l-2 8h-15z" fill={taxi} {...outline} />
			</>
		),
	},
	tractor: {
		ground: mint,
		mark: (
			<>
				<path d="M44 32V16" {...line} strokeWidth={4} />
				<path d="M16 14h19l3 19H16z" fill={sky} {...outline} />
				<path d="M13 14h24" {...line} strokeWidth={4.6} />
				<path d="M14 32h37c3 0 5 2 5 5v8H14z" fill={brake} {...outline} />
				<path d="M42 37v5M47 37v5" {...line} />
				<circle cx="21" cy="43" r="12" fill={slate} {...outline} />
				<circle cx="21" cy="43" r="5" fill={taxi} {...outline} />
				<circle cx="48" cy="48" r="7" fill={slate} {...outline} />
				<circle cx="48" cy="48" r="2.6" fill={taxi} />
			</>
		),
	},
	ice_rink: {
		ground: dusk,
		mark: (
			<>
				<path d="M17 12h17v14c3 4 13 4 15.5 9 .8 2 .5 5 .5 7H17z" fill={paper} {...outline} />
				<path d="M15.5 9h20v7h-20z" fill={brake} {...outline} />
				<path d="M28 22h7M29 27h7.5" {...line} />
				<path d="M23 43v7M43 43v7" {...line} strokeWidth={3.6} />
				<Tube d="M16 51h34c2 0 3.5-1 4-3" colour={sky} width={2.6} />
			</>
		),
	},
	washing_machine: {
		ground: taxi,
		mark: (
			<>
				<rect x="14.5" y="9.5" width="35" height="44" rx="5" fill={paper} {...outline} />
				<path d="M14.5 19h35" {...line} />
				<circle cx="44" cy="14" r="1.9" fill={ink} />
				<Paint d="M19 14h9" colour={dusk} />
				<circle cx="32" cy="36" r="13" fill={tin} {...outline} />
				<circle cx="32" cy="36" r="8.8" fill={sky} {...outline} />
				<path d="M23.5 37.5c3-3 6 2 9-1s5-2 8 0c0 4.5-4 8-8.5 8s-8.5-3-8.5-7z" fill={dusk} />
				<path d="M29 32h.1M35 30.5h.1" stroke={paper} strokeWidth="3" strokeLinecap="round" />
				<circle cx="32" cy="36" r="8.8" {...line} />
			</>
		),
	},
	podcast: {
		ground: brake,
		mark: (
			<>
				<path d="M14 16c-4 6-4 14 0 20M50 16c4 6 4 14 0 20" {...line} stroke={paper} strokeWidth={3.4} />
				<rect x="22.5" y="7" width="19" height="31" rx="9.5" fill={tin} {...outline} />
				<path d="M22.5 18h7M22.5 24h7M41.5 18h-7M41.5 24h-7M22.5 30h19" {...line} />
				<path d="M17.5 29c0 10 6 16 14.5 16s14.5-6 14.5-16M32 45v9" {...line} strokeWidth={3.4} />
				<path d="M21 55h22" {...line} strokeWidth={4} />
			</>
		),
	},
	favourite_seat: {
		ground: sky,
		mark: (
			<>
				<path d="M28 16v6M36 16v6" {...line} />
				<rect x="22.5" y="7" width="19" height="10.5" rx="4.5" fill={taxi} {...outline} />
				<path d="M21 24c0-2.5 1.5-4 4-4h14c2.5 0 4 1.5 4 4l2.5 19h-27z" fill={taxi} {...outline} />
				<path d="M14.5 45c0-3.5 2-5 5-5h25c3 0 5 1.5 5 5v4c0 3-2 5-5 5h-25c-3 0-5-2-5-5z" fill={taxi} {...outline} />
				<path
					d="M32 37c-5-3.5-7.5-6-7.5-9 0-2.5 1.8-4 3.8-4 1.6 0 2.9.9 3.7 2.5.8-1.6 2.1-2.5 3.7-2.5 2 0 3.8 1.5 3.8 4 0 3-2.5 5.5-7.5 9z"
					fill={brake}
					{...outline}
				/>
			</>
		),
	},
	family_van: {
		ground: brake,
		mark: (
			<>
				<path d="M16 11h18v9H16z" fill={dusk} {...outline} />
				<path d="M22 11v9M28 11v9" {...line} />
				<path d="M6.5 46V26c0-4 2-6 6-6h25c5 0 8 3 10.5 10l6.5 2.5c2 1 3 2.5 3 4.5v9z" fill={mint} {...outline} />
				<path d="M12 25h9v8h-9zM25.5 25h9v8h-9zM39 25c2.5 0 4 2.5 5.5 8H39z" fill={paper} {...outline} />
				<Wheel cx={18} cy={46} r={6.8} />
				<Wheel cx={45} cy={46} r={6.8} />
			</>
		),
	},
	commuter_bus: {
		ground: mint,
		mark: (
			<>
				<path d="M11 24v9M53 24v9" {...line} strokeWidth={4} />
				<path d="M18 48h8v8h-8zM38 48h8v8h-8z" fill={ink} {...outline} />
				<rect x="14" y="9" width="36" height="42" rx="7" fill={taxi} {...outline} />
				<rect x="21" y="12.5" width="22" height="5.5" rx="2" fill={ink} />
				<path d="M18.5 21.5h27V36h-27z" fill={sky} {...outline} />
				<path d="M32 21.5V36" {...line} />
				<circle cx="21.5" cy="43.5" r="3" fill={paper} {...outline} strokeWidth={2} />
				<circle cx="42.5" cy="43.5" r="3" fill={paper} {...outline} strokeWidth={2} />
				<path d="M28 43.5h8" {...line} />
			</>
		),
	},
	shopping_trolley: {
		ground: dusk,
		mark: (
			<>
				<path d="M16 20h38l-6 19H22z" fill={paper} {...outline} />
				<path d="M26 20l2.5 19M35 20v19M44 20l-2.5 19M18 26.5h34M20 33h30" {...line} strokeWidth={2} />
				<Tube d="M8.5 13.5h5l8.5 30h24" colour={brake} width={3} />
				<Wheel cx={25} cy={51} r={5} />
				<g transform="rotate(24 49 52)">
					<ellipse cx="48" cy="51" rx="3" ry="5.4" fill={ink} />
					<ellipse cx="48" cy="51" rx="1.2" ry="2.2" fill={tin} />
				</g>
				<path d="M54 42l2.5-2.5M55 49h3" {...line} stroke={taxi} />
			</>
		),
	},
	learner: {
		ground: sky,
		mark: (
			<g transform="rotate(-7 32 32)">
				<rect x="13" y="13" width="38" height="38" rx="4" fill={paper} {...outline} />
				<path d="M23.5 20h8v17.5H42v7H23.5z" fill={brake} {...outline} />
			</g>
		),
	},
} satisfies Record<string, { ground: string; mark: ReactNode }>

/** Decorative: the text beside it names the kind. Fills its container unless `size` gives the pixels. */
export function KindMark({ kind, size }: { kind: keyof typeof marks; size?: number }) {
	const { ground, mark } = marks[kind]
	return (
		<svg aria-hidden="true" viewBox="0 0 64 64" width={size ?? '100%'} height={size ?? '100%'}>
			<circle cx="32" cy="32" r="30.6" fill={ground} {...outline} />
			{mark}
		</svg>
	)
}
