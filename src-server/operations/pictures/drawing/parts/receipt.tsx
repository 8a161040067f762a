import type { ReactNode } from 'react'
import { COLOURS } from './colours.ts'
import { Words, widthOf } from './words.tsx'

type PaperProps = { x: number; y: number; width: number; height: number; tilt?: number; children: ReactNode }

const TOOTH = 30

/** Thermal paper, torn off below and held by a strip of road tape. What is on it is placed from its upper left corner. */
export function Receipt({ x, y, width, height, tilt = 0, children }: PaperProps) {
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
			<Tape cx={width / 2} cy={0} />
		</g>
	)
}

/** A strip of road with its centre line, to stick things with. */
export const Tape = ({ cx, cy, turn = -3 }: { cx: number; cy: number; turn?: number }) => (
	<g transform={`translate(${cx} ${cy}) rotate(${turn})`}>
		<rect x={-105} y={-23} width={210} height={46} fill={COLOURS.asphalt} />
		<path d="M-93 0H93" stroke={COLOURS.taxi} strokeWidth={6} strokeDasharray="28 12.5" />
	</g>
)

type LineProps = { label: string; value: string; x: number; y: number; width: number; size: number }

/** `LABEL ........ VALUE`, from `x` to `x + width`. */
export function ReceiptLine({ label, value, x, y, width, size }: LineProps) {
	const [before, after] = [widthOf(label, size, 'receipt'), widthOf(value, size, 'receipt')]
	const [from, to] = [x + before + size * 0.5, x + width - after - size * 0.5]
	const dot = size * 0.13
	return (
		<g>
			<Words font="receipt" x={x} y={y} size={size}>
				{label}
			</Words>
			<path
				d={`M${to} ${y - dot / 2}H${from}`}
				stroke={COLOURS.muted}
				strokeWidth={dot}
				strokeLinecap="round"
				strokeDasharray={`0 ${size * 0.42}`}
			/>
			<Words font="receipt" x={x + width} y={y} size={size} anchor="end">
				{value}
			</Words>
		</g>
	)
}

export const ReceiptRule = ({ x, y, width }: { x: number; y: number; width: number }) => (
	<path d={`M${x} ${y}h${width}`} stroke={COLOURS.hairline} strokeWidth={5} strokeDasharray="17 15" />
)

/** Mint as far as the share goes, red for the rest. */
export function ShareBar(props: { percent: number; x: number; y: number; width: number; height: number }) {
	const { percent, x, y, width, height } = props
	const good = (width * percent) / 100
	const [id, line] = [`bar-${y}`, Math.max(4, height * 0.14)]
	return (
		<g>
			<clipPath id={id}>
				<rect x={x} y={y} width={width} height={height} rx={height / 2} />
			</clipPath>
			<g clipPath={`url(#${id})`}>
				<rect x={x} y={y} width={width} height={height} fill={COLOURS.brake} />
				<rect x={x} y={y} width={good} height={height} fill={COLOURS.mint} />
				{percent > 0 && percent < 100 ? (
					<path d={`M${x + good} ${y}v${height}`} stroke={COLOURS.asphalt} strokeWidth={line} />
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
