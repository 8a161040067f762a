import { STAR_OUTLINE } from '#look/shapes.tsx'
import { COLOURS } from './colours.ts'

type StarProps = { x: number; y: number; size: number; gold: number; id: string }

/** `gold`: how much of it, from the left, 0 to 1. */
export function Star({ x, y, size, gold, id }: StarProps) {
	return (
		<g transform={`translate(${x} ${y}) scale(${size / 24})`} strokeLinejoin="round">
			<clipPath id={id}>
				<rect x="0" y="0" width={24 * gold} height="24" />
			</clipPath>
			<path d={STAR_OUTLINE} fill={COLOURS.receipt} />
			{gold > 0 ? <path d={STAR_OUTLINE} fill={COLOURS.taxi} clipPath={`url(#${id})`} /> : null}
			<path d={STAR_OUTLINE} fill="none" stroke={COLOURS.asphalt} strokeWidth="1.7" />
		</g>
	)
}

/** Five stars around `cx`, as golden as the average. */
export function StarRow({ value, cx, y, size }: { value: number; cx: number; y: number; size: number }) {
	const step = size * 1.06
	const left = cx - (4 * step + size) / 2
	return (
		<g>
			{[0, 1, 2, 3, 4].map((nth) => (
				<Star
					key={nth}
					id={`star-${nth}`}
					x={left + nth * step}
					y={y}
					size={size}
					gold={Math.min(1, Math.max(0, value - nth))}
				/>
			))}
		</g>
	)
}
