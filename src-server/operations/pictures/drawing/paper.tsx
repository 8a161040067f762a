import type { ReactNode } from 'react'
import { isRightToLeft, tn } from '#contract/text.ts'
import { Logo } from '#look/shapes.tsx'
import { COLOURS } from './colours.ts'
import { Plate } from './stickers.tsx'
import { Label, Words, widthOf } from './words.tsx'

type PaperProps = {
	x: number
	y: number
	width: number
	height: number
	tilt?: number
	isTaped?: boolean
	children: ReactNode
}

const TOOTH = 30

/**
 * Thermal paper with a torn lower edge, taped unless another drawing holds it. Children are positioned from its upper left
 * corner.
 */
export function Receipt({ x, y, width, height, tilt = 0, isTaped = true, children }: PaperProps) {
	const teeth = Math.round(width / TOOTH)
	const tooth = width / teeth
	const torn = Array.from(
		{ length: teeth },
		() => `l${-tooth / 2} ${TOOTH * 0.62}l${-tooth / 2} ${-TOOTH * 0.62}`,
	).join('')
	const outline = `M0 0H${width}V${height}${torn}z`
	return (
		<g transform={`translate(${x} ${y}) rotate(${tilt} ${width / 2} ${height / 2})`}>
			<path d={outline} fill={COLOURS.asphalt} transform="translate(11 13)" />
			<path d={outline} fill={COLOURS.receipt} stroke={COLOURS.asphalt} strokeWidth={6} strokeLinejoin="round" />
			{children}
			{isTaped ? <Tape cx={width / 2} cy={0} /> : null}
		</g>
	)
}

const Tape = ({ cx, cy, turn = -3 }: { cx: number; cy: number; turn?: number }) => (
	<g transform={`translate(${cx} ${cy}) rotate(${turn})`}>
		<rect x={-105} y={-23} width={210} height={46} fill={COLOURS.asphalt} />
		<path d="M-93 0H93" stroke={COLOURS.taxi} strokeWidth={6} strokeDasharray="28 12.5" />
	</g>
)

type LineProps = { label: string; value: string; x: number; y: number; width: number; size: number }

/** The dots between label and value, and the gaps beside them, in font sizes. */
const SHORTEST_LEADER = 1.5

/** `LABEL ........ VALUE`, from `x` to `x + width`. */
export function ReceiptLine({ label, value, x, y, width, size: largest }: LineProps) {
	const both = widthOf(label, 1, 'receipt') + widthOf(value, 1, 'receipt')
	const size = Math.min(largest, width / (both + SHORTEST_LEADER))
	const [first, last] = isRightToLeft() ? [value, label] : [label, value]
	const [before, after] = [widthOf(first, size, 'receipt'), widthOf(last, size, 'receipt')]
	const [from, to] = [x + before + size * 0.5, x + width - after - size * 0.5]
	const dot = size * 0.13
	return (
		<g>
			<Words font="receipt" x={x} y={y} size={size}>
				{first}
			</Words>
			<path
				d={`M${to} ${y - dot / 2}H${from}`}
				stroke={COLOURS.muted}
				strokeWidth={dot}
				strokeLinecap="round"
				strokeDasharray={`0 ${size * 0.42}`}
			/>
			<Words font="receipt" x={x + width} y={y} size={size} anchor="end">
				{last}
			</Words>
		</g>
	)
}

export const ReceiptRule = ({ x, y, width }: { x: number; y: number; width: number }) => (
	<path d={`M${x} ${y}h${width}`} stroke={COLOURS.hairline} strokeWidth={5} strokeDasharray="17 15" />
)

export function ShareBar(props: { percent: number; x: number; y: number; width: number; height: number }) {
	const { percent, x, y, width, height } = props
	const good = (width * percent) / 100
	const [start, border] = isRightToLeft() ? [x + width - good, x + width - good] : [x, x + good]
	const [id, line] = [`bar-${Math.round(x)}-${Math.round(y)}`, Math.max(4, height * 0.14)]
	return (
		<g>
			<clipPath id={id}>
				<rect x={x} y={y} width={width} height={height} rx={height / 2} />
			</clipPath>
			<g clipPath={`url(#${id})`}>
				<rect x={x} y={y} width={width} height={height} fill={COLOURS.brake} />
				<rect x={start} y={y} width={good} height={height} fill={COLOURS.mint} />
				{percent > 0 && percent < 100 ? (
					<path d={`M${border} ${y}v${height}`} stroke={COLOURS.asphalt} strokeWidth={line} />
				) : null}
			</g>
			<rect
				x={x}
				y={y}
				width={width}
				height={height}
				rx={height / 2}
				fill="none"
				stroke={COLOURS.asphalt}
				strokeWidth={line}
			/>
		</g>
	)
}

type EnvelopeProps = {
	x: number
	y: number
	width: number
	height: number
	tilt: number
	name: string | null
	waiting: number
}

const INK = { stroke: COLOURS.asphalt, strokeWidth: 7, strokeLinejoin: 'round' } as const

const shown = (waiting: number) => (waiting > 999 ? '999+' : String(waiting))

export function Envelope({ x, y, width, height, tilt, name, waiting }: EnvelopeProps) {
	const flap = height * 0.46
	const middle = width / 2
	const fold = `L${width * 0.36} ${height * 0.44}M${width - 9} ${height - 9}L${width * 0.64} ${height * 0.44}`
	return (
		<g transform={`translate(${x} ${y}) rotate(${tilt} ${middle} ${height / 2})`}>
			<rect x={13} y={15} width={width} height={height} rx={22} fill={COLOURS.asphalt} />
			<rect width={width} height={height} rx={22} fill={COLOURS.ground} {...INK} />
			<path d={`M9 ${height - 9}${fold}`} {...INK} fill="none" strokeWidth={5} />
			<path
				d={`M0 22L${middle - 46} ${flap - 16}Q${middle} ${flap + 14} ${middle + 46} ${flap - 16}L${width} 22Q${width} 0 ${width - 22} 0H22Q0 0 0 22z`}
				fill={COLOURS.map}
				{...INK}
			/>
			<Stamp x={width - 186} y={36} />
			<g transform={`translate(${width * 0.19} ${height * 0.2}) rotate(-36)`}>
				<Tape cx={0} cy={0} turn={0} />
			</g>
			<Seal cx={middle} cy={flap - height * 0.07} r={height * 0.19} text={shown(waiting)} />
			{name ? <Plate name={name} cx={middle} cy={height * 0.745} width={width * 0.7} height={height * 0.24} /> : null}
			<Label cx={middle} cy={height * (name ? 1 : 0.86)} size={height * 0.098} fill={COLOURS.sky}>
				{tn('{ratings} rating waiting', '{ratings} ratings waiting', waiting, { ratings: shown(waiting) })}
			</Label>
		</g>
	)
}

const Stamp = ({ x, y }: { x: number; y: number }) => (
	<g transform={`translate(${x} ${y}) rotate(5)`}>
		<rect x={-5} y={-5} width={142} height={118} fill={COLOURS.asphalt} />
		<rect width={132} height={108} fill={COLOURS.sky} stroke={COLOURS.receipt} strokeWidth={12} strokeDasharray="9 7" />
		<g transform="translate(19 24)">
			<Logo size={94} />
		</g>
	</g>
)

const LOBES = 12

function Seal({ cx, cy, r, text }: { cx: number; cy: number; r: number; text: string }) {
	const points = Array.from({ length: LOBES * 2 }, (_, nth) => {
		const [angle, radius] = [(Math.PI * nth) / LOBES, nth % 2 === 0 ? r * 1.12 : r * 0.97]
		return `${Math.round(Math.cos(angle) * radius)} ${Math.round(Math.sin(angle) * radius)}`
	})
	const wax = `M${points.join('L')}z`
	return (
		<g transform={`translate(${cx} ${cy})`}>
			<path d={wax} fill={COLOURS.asphalt} transform="translate(7 9)" {...INK} />
			<path d={wax} fill={COLOURS.brake} {...INK} />
			<circle r={r * 0.8} fill="none" stroke={COLOURS.asphalt} strokeWidth={4} strokeDasharray="11 9" />
			<Words font="display" x={0} y={r * 0.39} size={r * 1.12} anchor="middle" maxWidth={r * 1.4} fill={COLOURS.ground}>
				{text}
			</Words>
		</g>
	)
}
