import type { ReactNode } from 'react'
import { PICTURE_SIZES } from '#contract/pictures.ts'
import { qrSquares } from '#look/qr-code.tsx'
import { Logo } from '#look/shapes.tsx'
import { COLOURS } from './colours.ts'
import { Paragraph, Words, widthOf } from './words.tsx'

export function Canvas({
	shape,
	ground,
	children,
}: {
	shape: keyof typeof PICTURE_SIZES
	ground: string
	children: ReactNode
}) {
	const [width, height] = PICTURE_SIZES[shape]
	return (
		<svg
			xmlns="http://www.w3.org/2000/svg"
			aria-hidden="true"
			width={width}
			height={height}
			viewBox={`0 0 ${width} ${height}`}
		>
			<rect width={width} height={height} fill={ground} />
			{children}
		</svg>
	)
}

export const Road = ({ cx, cy, width, turn }: { cx: number; cy: number; width: number; turn: number }) => (
	<g transform={`translate(${cx} ${cy}) rotate(${turn})`} fill="none">
		<path d="M-2200 0H2200" stroke={COLOURS.asphalt} strokeWidth={width} />
		<path
			d={`M-2200 ${-width * 0.4}H2200M-2200 ${width * 0.4}H2200`}
			stroke={COLOURS.ground}
			strokeWidth={width * 0.03}
		/>
		<path
			d="M-2200 0H2200"
			stroke={COLOURS.taxi}
			strokeWidth={width * 0.075}
			strokeDasharray={`${width * 0.5} ${width * 0.32}`}
		/>
	</g>
)

type WordmarkProps = { cx: number; cy: number; height: number }

export function WordmarkSticker({ cx, cy, height }: WordmarkProps) {
	const logo = height * 1.02
	const size = height * 0.56
	const text = widthOf('Backseat', size, 'display')
	const width = logo + text + height * 0.82
	const left = cx - width / 2
	return (
		<g>
			<Board x={left} y={cy - height / 2} width={width} height={height} round={0.32} />
			<g transform={`translate(${left + height * 0.3} ${cy - (logo * 30) / 96})`}>
				<Logo size={logo} />
			</g>
			<Words font="display" x={left + logo + height * 0.52} y={cy + size * 0.34} size={size}>
				Backseat
			</Words>
		</g>
	)
}

/** `round` is the corner radius in heights. */
const Board = ({ round, ...box }: { x: number; y: number; width: number; height: number; round: number }) => {
	const { x, y, width, height } = box
	const size = { width, height, rx: height * round }
	return (
		<>
			<rect x={x + 6} y={y + 7} {...size} fill={COLOURS.asphalt} />
			<rect x={x} y={y} {...size} fill={COLOURS.receipt} stroke={COLOURS.asphalt} strokeWidth={5} />
		</>
	)
}

const SHOWN_MAX = 80

type AddressStickerProps = { link: string; x: number; y: number; width: number; height: number }

export function AddressSticker({ link, x, y, width, height }: AddressStickerProps) {
	const edge = height * 0.07
	const { outline, size } = qrSquares(link)
	// Whole pixels per module keep the code sharp for scanners.
	const square = Math.max(2, Math.floor((height - 2 * edge) / size))
	const side = square * size
	const left = x + edge + Math.max(side, height * 0.76)
	const room = x + width - height * 0.13 - left
	const name = height * 0.21
	const [, address = '', path = ''] = /^https?:\/\/(.*)(\/[^/]+\/\d+)$/.exec(link) ?? []
	const host = address.length > SHOWN_MAX ? `${address.slice(0, SHOWN_MAX)}…` : address
	return (
		<g>
			<Board x={x} y={y} width={width} height={height} round={0.14} />
			<g transform={`translate(${Math.round(x + edge)} ${Math.round(y + (height - side) / 2)}) scale(${square})`}>
				<path d={outline} fill={COLOURS.asphalt} shapeRendering="crispEdges" />
			</g>
			<g transform={`translate(${left} ${y + height * 0.15})`}>
				<Logo size={name * 1.7} />
			</g>
			<Words font="display" x={left + name * 1.95} y={y + height * 0.33} size={name}>
				Backseat
			</Words>
			{[host, path].map((part, nth) => (
				<Paragraph
					key={part}
					font="receipt"
					anchor="start"
					x={left}
					cy={y + height * (0.57 + nth * 0.23)}
					width={room}
					height={height * 0.25}
					largest={height * 0.13}
					smallestWhole={0.7}
				>
					{part}
				</Paragraph>
			))}
		</g>
	)
}
