import type { ReactNode } from 'react'
import { PICTURE_SIZES } from '#contract/pictures.ts'
import { Logo } from '#look/shapes.tsx'
import { COLOURS } from './colours.ts'
import { Words, widthOf } from './words.tsx'

/** The whole picture: a ground, and what stands on it. */
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

/** A road with its dashed centre line, through `cx`, `cy`, longer than any picture. */
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

/** Logo and name on a sticker of their own, so that they stand out on any ground. */
export function WordmarkSticker({ cx, cy, height }: WordmarkProps) {
	const logo = height * 1.02
	const size = height * 0.56
	const text = widthOf('Backseat', size, 'display')
	const width = logo + text + height * 0.82
	const left = cx - width / 2
	return (
		<g>
			<rect
				x={left + 6}
				y={cy - height / 2 + 7}
				width={width}
				height={height}
				rx={height * 0.32}
				fill={COLOURS.asphalt}
			/>
			<rect
				x={left}
				y={cy - height / 2}
				width={width}
				height={height}
				rx={height * 0.32}
				fill={COLOURS.receipt}
				stroke={COLOURS.asphalt}
				strokeWidth={5}
			/>
			<g transform={`translate(${left + height * 0.3} ${cy - (logo * 30) / 96})`}>
				<Logo size={logo} />
			</g>
			<Words font="display" x={left + logo + height * 0.52} y={cy + size * 0.34} size={size}>
				Backseat
			</Words>
		</g>
	)
}
