import { fittedLines } from '#server/operations/pictures/drawing/text/fitted-lines.ts'
import { COLOURS } from './colours.ts'
import { Outlines } from './words.tsx'

type PlateProps = { name: string; cx: number; cy: number; width: number; height: number }

/** Cap height of the plate's font, in font sizes: what stands on the baseline is that high. */
const CAPITALS = 0.66
const LEADING = 0.92
/** What is left and right of the name, in heights of the plate: edges, screws, and room. */
const EDGES = 0.76

/** A licence plate with a name; the name is as large as fits, on up to three lines. The plate is no wider than it has to be. */
export function Plate({ name, cx, cy, width, height }: PlateProps) {
	const room = { width: width - EDGES * height, height: height * 0.74, largest: height * 0.78, leading: LEADING }
	const { size, lines } = fittedLines(name, room)
	const widest = Math.max(...lines.map((line) => line.width)) * size
	const used = Math.min(width, Math.max(widest + EDGES * height, height * 2.1))
	const [left, top] = [cx - used / 2, cy - height / 2]
	const step = LEADING * size
	const first = cy + (CAPITALS * size) / 2 - ((lines.length - 1) * step) / 2
	const inset = height * 0.085
	const screw = height * 0.055
	return (
		<g>
			<rect x={left + 8} y={top + 9} width={used} height={height} rx={height * 0.2} fill={COLOURS.asphalt} />
			<rect
				x={left}
				y={top}
				width={used}
				height={height}
				rx={height * 0.2}
				fill={COLOURS.receipt}
				stroke={COLOURS.asphalt}
				strokeWidth={7}
			/>
			<clipPath id="plate">
				<rect x={left + inset} y={top + inset} width={used - 2 * inset} height={height - 2 * inset} />
			</clipPath>
			<rect
				x={left + inset}
				y={top + inset}
				width={used - 2 * inset}
				height={height - 2 * inset}
				rx={height * 0.13}
				fill="none"
				stroke={COLOURS.dusk}
				strokeWidth={4.5}
			/>
			{[left + height * 0.25, left + used - height * 0.25].map((x) => (
				<circle key={x} cx={x} cy={cy} r={screw} fill={COLOURS.asphalt} />
			))}
			<g clipPath="url(#plate)">
				{lines.map((line, nth) => (
					<Outlines
						// biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never changed.
						key={nth}
						line={line}
						x={cx - (line.width * size) / 2}
						y={first + nth * step}
						size={size}
						fill={COLOURS.asphalt}
					/>
				))}
			</g>
		</g>
	)
}
