import { DRIVER_KINDS, type DriverKind } from '#contract/driver-kinds.ts'
import { isRightToLeft } from '#contract/text.ts'
import { faces } from '#look/avatar-faces.tsx'
import { KindMark } from '#look/kind-marks.tsx'
import { STAR_OUTLINE } from '#look/star-outline.ts'
import { COLOURS } from './colours.ts'
import { fittedLines } from './shaped-text.ts'
import { Outlines, Paragraph } from './words.tsx'

type AvatarProps = { avatarId: number; cx: number; cy: number; r: number }

export function Avatar({ avatarId, cx, cy, r }: AvatarProps) {
	const Face = faces[avatarId]
	const line = Math.max(Math.min(5, r * 0.12), r * 0.045)
	const edge = r * 0.07
	const id = `face-${Math.round(cx)}-${Math.round(cy)}`
	return (
		<g>
			<circle cx={cx + r * 0.07} cy={cy + r * 0.08} r={r + edge + line} fill={COLOURS.asphalt} />
			<circle
				cx={cx}
				cy={cy}
				r={r + edge + line / 2}
				fill={COLOURS.receipt}
				stroke={COLOURS.asphalt}
				strokeWidth={line}
			/>
			<clipPath id={id}>
				<circle cx={cx} cy={cy} r={r} />
			</clipPath>
			<g clipPath={`url(#${id})`}>
				<g transform={`translate(${cx - r} ${cy - r})`}>{Face ? <Face size={2 * r} /> : null}</g>
			</g>
			<circle cx={cx} cy={cy} r={r} fill="none" stroke={COLOURS.asphalt} strokeWidth={line} />
		</g>
	)
}

/** Background colours of the faces, for pictures that continue them. */
export const FACE_GROUND: Record<number, string> = {
	1: COLOURS.taxi,
	2: COLOURS.dusk,
	3: COLOURS.sky,
	4: COLOURS.brake,
	5: COLOURS.mint,
}

type PlateProps = { name: string; cx: number; cy: number; width: number; height: number }

/** Cap height of the plate's font, in font sizes. */
const CAPITALS = 0.66
const LEADING = 0.92
/** Width of edges, screws and padding, in heights of the plate. */
const EDGES = 0.76

/** A licence plate, no wider than its name needs. The name shrinks to fit, on up to three lines. */
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
	const id = `plate-${Math.round(cx)}-${Math.round(cy)}`
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
			<clipPath id={id}>
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
			<g clipPath={`url(#${id})`}>
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

type StarProps = { x: number; y: number; size: number; gold: number; id: string }

/** `gold` is the filled share from the left, 0 to 1. */
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

export function StarRow({ value, cx, y, size }: { value: number; cx: number; y: number; size: number }) {
	const step = size * 1.06
	const left = cx - (4 * step + size) / 2
	return (
		<g>
			{[0, 1, 2, 3, 4].map((nth) => (
				<Star
					key={nth}
					id={`star-${nth}`}
					x={left + (isRightToLeft() ? 4 - nth : nth) * step}
					y={y}
					size={size}
					gold={Math.min(1, Math.max(0, value - nth))}
				/>
			))}
		</g>
	)
}

type StampProps = { kind: DriverKind; x: number; cy: number; width: number; height: number }

/** Mark, name and tagline of a driver kind, `width` wide from `x` and centred on `cy`. */
export function Stamp({ kind, x, cy, width, height }: StampProps) {
	const { name, line } = DRIVER_KINDS[kind]
	const edge = height * 0.1
	const mark = height * 0.5
	const top = cy - height / 2
	const box = { x, y: top, width, height, rx: height * 0.13 }
	const frame = (inset: number, strokeWidth: number) => (
		<rect
			x={x + inset}
			y={top + inset}
			width={width - 2 * inset}
			height={height - 2 * inset}
			rx={height * 0.13 - inset / 2}
			fill="none"
			stroke={COLOURS.stamp}
			strokeWidth={strokeWidth}
		/>
	)
	const left = x + edge + mark + height * 0.07
	return (
		<g transform={`rotate(-3 ${x + width / 2} ${cy})`}>
			<rect {...box} x={x + 7} y={top + 8} fill={COLOURS.asphalt} />
			<rect {...box} fill={COLOURS.receipt} stroke={COLOURS.asphalt} strokeWidth={5} />
			{frame(height * 0.05, height * 0.022)}
			{frame(height * 0.085, height * 0.01)}
			<g transform={`translate(${x + edge + 2} ${top + edge + 2}) rotate(-5 ${mark / 2} ${mark / 2})`}>
				<KindMark kind={kind} size={mark} />
			</g>
			<Paragraph
				font="display"
				anchor="start"
				x={left}
				cy={top + edge + mark / 2}
				width={x + width - edge * 1.7 - left}
				height={mark}
				largest={height * 0.24}
				fill={COLOURS.stamp}
			>
				{name()}
			</Paragraph>
			<Paragraph
				font="text"
				x={x + width / 2}
				cy={top + height * 0.75}
				width={width - 2.6 * edge}
				height={height * 0.28}
				largest={height * 0.13}
			>
				{line()}
			</Paragraph>
		</g>
	)
}
