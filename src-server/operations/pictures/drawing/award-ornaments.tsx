import type { AwardKey } from '#contract/receipts.ts'
import { AwardMark } from '#look/award-marks.tsx'
import { Mirror } from '#look/shapes.tsx'
import { COLOURS } from './colours.ts'
import { Words } from './words.tsx'

const PETALS = 16

export function Rosette({ award, cx, cy, r }: { award: AwardKey; cx: number; cy: number; r: number }) {
	const points = Array.from({ length: PETALS }, (_, nth) => {
		const at = (turn: number, radius: number) => {
			const angle = (2 * Math.PI * (nth + turn)) / PETALS
			return `${Math.round(Math.cos(angle) * radius)} ${Math.round(Math.sin(angle) * radius)}`
		}
		return `${nth === 0 ? `M${at(0, r * 0.93)}` : ''}Q${at(0.5, r * 1.16)} ${at(1, r * 0.93)}`
	})
	const [petals, ink] = [
		`${points.join('')}z`,
		{ stroke: COLOURS.asphalt, strokeWidth: 6, strokeLinejoin: 'round' } as const,
	]
	const tail = `M${-r * 0.3} 0H${r * 0.3}V${r * 1.5}L0 ${r * 1.26}L${-r * 0.3} ${r * 1.5}z`
	return (
		<g transform={`translate(${cx} ${cy})`}>
			{[24, -24].map((turn) => (
				<path key={turn} d={tail} transform={`rotate(${turn})`} fill={COLOURS.brake} {...ink} />
			))}
			<path d={petals} fill={COLOURS.asphalt} transform="translate(7 8)" {...ink} />
			<path d={petals} fill={COLOURS.taxi} {...ink} />
			<g transform={`translate(${-r * 0.74} ${-r * 0.74})`}>
				<AwardMark award={award} size={r * 1.48} />
			</g>
		</g>
	)
}

/** `y` is the point it hangs from. */
export const YearInMirror = ({ year, cx, y, width }: { year: number; cx: number; y: number; width: number }) => (
	<g transform={`translate(${cx} ${y}) rotate(-2)`}>
		<g
			transform={`translate(${-width / 2} 0) scale(${width / 48})`}
			stroke={COLOURS.asphalt}
			strokeWidth="1.3"
			strokeLinejoin="round"
		>
			<g transform="translate(1 1.2)">
				<Mirror glass={COLOURS.asphalt} holder={COLOURS.asphalt} />
			</g>
			<Mirror holder={COLOURS.receipt} />
			<path d="M6.4 17.5l2-4.6M8.2 19.6l1-2.2" stroke={COLOURS.receipt} strokeLinecap="round" />
		</g>
		<Words
			font="display"
			x={width * 0.025}
			y={width * 0.455}
			size={width * 0.255}
			anchor="middle"
			maxWidth={width * 0.6}
		>
			{String(year)}
		</Words>
	</g>
)
