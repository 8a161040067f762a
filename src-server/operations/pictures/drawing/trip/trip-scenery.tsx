import { Logo } from '#look/shapes.tsx'
import { COLOURS } from '#server/operations/pictures/drawing/colours.ts'
import { Avatar } from '#server/operations/pictures/drawing/stickers.tsx'
import { Paragraph, Words, widthOf } from '#server/operations/pictures/drawing/words.tsx'

const INK = { stroke: COLOURS.asphalt, strokeWidth: 8, strokeLinejoin: 'round' } as const

const IN_A_ROW = 4
const WIDTH = 560
const DECK = 122
/** Height of the side panel below the windows, which carries the name. */
const SIDE = 112
const WHEEL = 46

type BusProps = { faces: readonly number[]; x: number; bottom: number; width: number; turn?: number }

/**
 * A bus with the drivers in its windows, the first at the wheel, and eyes in the other windows. Above three drivers it has a
 * second deck, which nearly always leaves room for the eyes.
 */
export function Bus({ faces, x, bottom, width, turn = 0 }: BusProps) {
	const decks = busDecks(faces.length)
	const height = decks * DECK + SIDE
	const windows = Array.from({ length: decks * IN_A_ROW }, (_, nth) => ({
		nth,
		face: faces[nth],
		cx: WIDTH - 150 - (nth % IN_A_ROW) * 108,
		cy: height - SIDE - DECK / 2 - Math.floor(nth / IN_A_ROW) * DECK + 6,
	}))
	const scale = width / WIDTH
	return (
		<g transform={`translate(${x} ${bottom}) rotate(${turn}) scale(${scale}) translate(0 ${-height - WHEEL})`}>
			<Body height={height} decks={decks} />
			{windows.map(({ nth, face, cx, cy }) =>
				face === undefined ? (
					<Eyes key={nth} cx={cx} cy={cy} look={nth % 2 === 0 ? 1 : -1} />
				) : (
					<Avatar key={nth} avatarId={face} cx={cx} cy={cy} r={43} />
				),
			)}
		</g>
	)
}

export const busDecks = (drivers: number): number => (drivers < IN_A_ROW ? 1 : 2)

function Body({ height, decks }: { height: number; decks: number }) {
	const shape = `M44 0H${WIDTH - 70}q46 0 54 46L${WIDTH} ${height - SIDE + 6}V${height - 22}q0 22-22 22H22q-22 0-22-22V44q0-44 44-44z`
	const size = 46
	const left = (WIDTH - size * 1.55 - widthOf('Backseat', size, 'display')) / 2
	return (
		<>
			<path d={shape} fill={COLOURS.asphalt} transform="translate(12 13)" {...INK} />
			<path d={shape} fill={COLOURS.taxi} {...INK} />
			{Array.from({ length: decks }, (_, nth) => {
				const top = height - SIDE - (nth + 1) * DECK + 20
				const front = WIDTH - 78
				const edge = WIDTH - 15 - nth * 14
				return (
					<path
						key={top}
						d={`M${front} ${top}H${edge - 16}L${edge} ${top + 84}H${front}z`}
						fill={COLOURS.sky}
						{...INK}
						strokeWidth={6}
					/>
				)
			})}
			<rect x={4} y={height - SIDE + 14} width={WIDTH - 8} height={62} fill={COLOURS.receipt} />
			<path d={`M0 ${height - SIDE + 14}H${WIDTH}M0 ${height - SIDE + 76}H${WIDTH}`} {...INK} strokeWidth={5} />
			<circle cx={WIDTH - 24} cy={height - SIDE + 45} r={17} fill={COLOURS.taxi} {...INK} strokeWidth={5} />
			<rect x={6} y={height - SIDE + 26} width={16} height={38} rx={6} fill={COLOURS.brake} {...INK} strokeWidth={5} />
			<g transform={`translate(${left} ${height - SIDE + 22})`}>
				<Logo size={size * 1.5} />
			</g>
			<Words font="display" x={left + size * 1.72} y={height - SIDE + 61} size={size}>
				Backseat
			</Words>
			{[118, WIDTH - 128].map((cx) => (
				<g key={cx}>
					<circle cx={cx} cy={height} r={WHEEL} fill={COLOURS.asphalt} stroke={COLOURS.taxi} strokeWidth={5} />
					<circle cx={cx} cy={height} r={WHEEL * 0.45} fill={COLOURS.receipt} />
				</g>
			))}
		</>
	)
}

/** Only the eyes show, because passengers stay anonymous. */
const Eyes = ({ cx, cy, look }: { cx: number; cy: number; look: 1 | -1 }) => (
	<g>
		<circle cx={cx} cy={cy} r={47} fill={COLOURS.asphalt} stroke={COLOURS.receipt} strokeWidth={5} />
		{[-17, 17].map((dx) => (
			<g key={dx}>
				<circle cx={cx + dx} cy={cy + 2} r={14} fill={COLOURS.receipt} />
				<circle cx={cx + dx + 5 * look} cy={cy + 4} r={7} fill={COLOURS.asphalt} />
			</g>
		))}
	</g>
)

type SignProps = { text: string; over: string; x: number; y: number; width: number; height: number; posts: number }

/** A motorway sign with a destination and a small board above it. `posts` is their length below the sign. */
export function MotorwaySign({ text, over, x, y, width, height, posts }: SignProps) {
	const tab = height * 0.3
	const size = tab * 0.56
	const tabWidth = widthOf(over, size, 'display') + tab
	const board = { width, height, rx: height * 0.14 }
	const [cx, inset] = [x + width / 2, height * 0.06]
	return (
		<g>
			{[x + width * 0.14, x + width * 0.86].map((post) => (
				<rect
					key={post}
					x={post - 11}
					y={y}
					width={22}
					height={height + posts}
					fill={COLOURS.muted}
					{...INK}
					strokeWidth={6}
				/>
			))}
			<rect
				x={x + 28}
				y={y - tab * 0.82}
				width={tabWidth}
				height={tab * 1.4}
				rx={12}
				fill={COLOURS.taxi}
				{...INK}
				strokeWidth={6}
			/>
			<rect x={x + 9} y={y + 10} {...board} fill={COLOURS.asphalt} />
			<rect x={x} y={y} {...board} fill={COLOURS.dusk} {...INK} strokeWidth={6} />
			<rect
				x={x + inset}
				y={y + inset}
				width={width - 2 * inset}
				height={height - 2 * inset}
				rx={height * 0.1}
				fill="none"
				stroke={COLOURS.ground}
				strokeWidth={5}
			/>
			<Words font="display" x={x + 28 + tabWidth / 2} y={y - tab * 0.18} size={size} anchor="middle">
				{over}
			</Words>
			<Paragraph
				font="name"
				x={cx}
				cy={y + height / 2}
				width={width - 9 * inset}
				height={height - 5 * inset}
				largest={height * 0.56}
				fill={COLOURS.ground}
			>
				{text}
			</Paragraph>
		</g>
	)
}
