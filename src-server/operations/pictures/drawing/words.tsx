import type { PictureFont } from '#look/picture-fonts/sources.ts'
import { COLOURS } from './colours.ts'
import { fittedLines, type Room, type ShapedText, shapedText } from './shaped-text.ts'

type OutlinesProps = { line: ShapedText; x: number; y: number; size: number; fill: string }

export const Outlines = ({ line, x, y, size, fill }: OutlinesProps) => (
	<g fill={fill} transform={`translate(${round(x)} ${round(y)}) scale(${size / 1000} ${-size / 1000})`}>
		{line.paths.map(({ d, x, y }, nth) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never changed.
			<path key={nth} transform={`translate(${Math.round(x * 1000)} ${Math.round(y * 1000)})`} d={d} />
		))}
	</g>
)

const round = (length: number) => Math.round(length * 10) / 10

export type WordsProps = {
	children: string
	x: number
	y: number
	size: number
	font?: Exclude<PictureFont['role'], 'name'>
	anchor?: 'start' | 'middle' | 'end'
	fill?: string
	maxWidth?: number
}

const SHARE_BEFORE = { start: 0, middle: 0.5, end: 1 }

export function Words({ children, x, y, size, font = 'text', anchor = 'start', fill, maxWidth }: WordsProps) {
	const line = shapedText(children, font)
	const fitting = maxWidth === undefined ? size : Math.min(size, maxWidth / line.width)
	const start = x - line.width * fitting * SHARE_BEFORE[anchor]
	return <Outlines line={line} x={start} y={y} size={fitting} fill={fill ?? COLOURS.asphalt} />
}

type ParagraphProps = Omit<Room, 'leading'> & {
	children: string
	x: number
	/** Vertical centre. */
	cy: number
	font: PictureFont['role']
	anchor?: 'start' | 'middle' | 'end'
	fill?: string
}

const LEADING = 1.16
/** Cap height in font sizes. */
const CAPITALS = 0.7

export function Paragraph({ children, x, cy, font, anchor = 'middle', fill, ...room }: ParagraphProps) {
	const { size, lines } = fittedLines(children, { ...room, leading: LEADING }, font)
	const step = LEADING * size
	const first = cy + (CAPITALS * size) / 2 - ((lines.length - 1) * step) / 2
	return (
		<>
			{lines.map((line, nth) => (
				<Outlines
					// biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never changed.
					key={nth}
					line={line}
					x={x - line.width * size * SHARE_BEFORE[anchor]}
					y={first + nth * step}
					size={size}
					fill={fill ?? COLOURS.asphalt}
				/>
			))}
		</>
	)
}

export const widthOf = (text: string, size: number, font: Exclude<PictureFont['role'], 'name'>): number =>
	shapedText(text, font).width * size

type LabelProps = { children: string; cx: number; cy: number; size: number; fill: string; maxWidth?: number }

/** Horizontal padding in font sizes. */
const LABEL_EDGES = 1.5

export function Label({ children, cx, cy, size: largest, fill, maxWidth }: LabelProps) {
	const fitting = (maxWidth ?? Number.POSITIVE_INFINITY) / (widthOf(children, 1, 'display') + LABEL_EDGES)
	const size = Math.min(largest, fitting)
	const height = size * 1.75
	const width = widthOf(children, size, 'display') + size * LABEL_EDGES
	const [left, top] = [cx - width / 2, cy - height / 2]
	const box = { width, height, rx: height * 0.3 }
	return (
		<g>
			<rect x={left + 7} y={top + 8} {...box} fill={COLOURS.asphalt} />
			<rect x={left} y={top} {...box} fill={fill} stroke={COLOURS.asphalt} strokeWidth={6} />
			<Words font="display" x={cx} y={cy + size * 0.34} size={size} anchor="middle">
				{children}
			</Words>
		</g>
	)
}
