import { COLOURS } from '#server/operations/pictures/drawing/colours.ts'
import { drawableName } from '#server/operations/pictures/drawing/drawable-name.ts'
import { oneOf } from '#server/operations/pictures/drawing/driver-scenes.tsx'
import { Receipt, ReceiptLine, ReceiptRule, ShareBar } from '#server/operations/pictures/drawing/paper.tsx'
import { Avatar, Star } from '#server/operations/pictures/drawing/stickers.tsx'
import { Label, Paragraph, Words, widthOf } from '#server/operations/pictures/drawing/words.tsx'
import type { ContentOf } from '#server/operations/pictures/picture-content.ts'

type Trip = ContentOf<'trip'>
type TripDriver = Trip['drivers'][number]

type TripReceiptProps = {
	trip: Trip
	drivers: TripDriver[]
	x: number
	cy: number
	width: number
	most: number
	scale: number
	tilt: number
}

/** Maximum row height; the row of the driver of the trip is higher by a share of it. */
const ROW_MAX = 186
const BEST = 1.3

/** Pixels that a row needs for two lines. */
const LEGIBLE = 70

/** Centred on `cy`, as high as its rows need, up to `most`. */
export function TripReceipt({ trip, drivers, x, cy, width, most, scale, tilt }: TripReceiptProps) {
	const best = drivers.filter(({ isBest }) => isBest)
	const isShort = drivers.length < 6
	const [head, caption, foot] = [88 * scale, (best.length > 0 ? 56 : 8) * scale, (isShort ? 72 : 16) * scale]
	const rows = best.length * BEST + (drivers.length - best.length)
	const row = Math.min(ROW_MAX * scale, (most - head - caption - foot) / rows)
	const height = head + caption + foot + rows * row
	const margin = 38 * scale
	const inner = { x: margin, width: width - 2 * margin }
	const says = row >= 90 * scale ? 'bars' : row >= LEGIBLE ? 'words' : 'mean'
	const rowStyle: RowStyle = { scale, says, face: Math.min(row * (best.length > 0 ? BEST : 1) * 0.33, 62 * scale) }
	let y = head + caption
	return (
		<Receipt x={x} y={cy - height / 2} width={width} height={height} tilt={tilt}>
			<ReceiptLine
				label={dayInWords(trip.day)}
				value={`${trip.seats} in the car`}
				{...inner}
				y={58 * scale}
				size={23 * scale}
			/>
			<ReceiptRule {...inner} y={84 * scale} />
			{best.length > 0 ? (
				<Label cx={width / 2} cy={head + caption / 2 + 4 * scale} size={22 * scale} fill={COLOURS.taxi}>
					{best.length > 1 ? 'Drivers of the trip' : 'Driver of the trip'}
				</Label>
			) : null}
			{drivers.map((driver, nth) => {
				const high = row * (driver.isBest ? BEST : 1)
				y += high
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never changed.
					<DriverRow key={nth} driver={driver} {...inner} {...rowStyle} y={y - high} height={high} />
				)
			})}
			{isShort ? (
				<>
					<ReceiptRule {...inner} y={y + 14 * scale} />
					<Paragraph
						font="display"
						x={width / 2}
						cy={y + 44 * scale}
						width={inner.width}
						height={40 * scale}
						largest={26 * scale}
					>
						{oneOf(LAST_WORDS, trip)}
					</Paragraph>
				</>
			) : null}
		</Receipt>
	)
}

const dayInWords = (day: string) =>
	new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
		day: 'numeric',
		month: 'short',
		year: 'numeric',
		timeZone: 'UTC',
	})

const LAST_WORDS = [
	'All opinions are final.',
	'Seat belts may now be undone.',
	'Please take your snacks with you.',
	'Are we there yet? We are.',
	'Mind the crumbs on your way out.',
	'Thank you for riding in the back.',
]

const SHARES = [
	['smooth', 'smooth'],
	['safe', 'safe'],
	['goodVibes', 'vibes'],
] as const

const FEW = 'Too few voices to print'
/** Replaces a name that cannot be drawn. */
const NO_LETTERS = 'Our printer lacks these letters'

/** `says` selects what follows name and mean. `face` is the radius of the largest face; names are aligned to it. */
type RowStyle = { scale: number; says: 'bars' | 'words' | 'mean'; face: number }
type RowProps = RowStyle & { driver: TripDriver; x: number; y: number; width: number; height: number }

function DriverRow({ driver, x, y, width, height, scale, says, face }: RowProps) {
	const { avatarId, averageStar } = driver
	const isLow = says === 'mean'
	const left = x + 2 * face + 20 * scale
	const end = x + width
	const size = Math.min(height * (isLow ? 0.62 : 0.5), 58 * scale)
	const star = size * 0.8
	const middle = y + height * (isLow ? 0.5 : 0.33)
	const mean = averageStar === null ? 0 : widthOf(averageStar, size, 'display') + star + 10 * scale
	const few = averageStar === null && isLow ? 150 * scale : 0
	const name = drawableName(driver.name)
	return (
		<g>
			<Avatar avatarId={avatarId} cx={x + face} cy={y + height / 2} r={Math.min(face, height * 0.33)} />
			<Paragraph
				font={name === null ? 'text' : 'name'}
				anchor="start"
				x={left}
				cy={middle}
				width={end - left - mean - few - 18 * scale}
				height={height * (isLow ? 0.86 : says === 'bars' ? 0.44 : 0.5)}
				largest={Math.min(height * (isLow ? 0.6 : 0.4), 50 * scale)}
				smallestWhole={0.5}
			>
				{name ?? NO_LETTERS}
			</Paragraph>
			{averageStar === null ? null : (
				<>
					<Words font="display" x={end - star - 10 * scale} y={middle + size * 0.35} size={size} anchor="end">
						{averageStar}
					</Words>
					<Star id={`mean-${Math.round(y)}`} x={end - star} y={middle - star / 2} size={star} gold={1} />
				</>
			)}
			{few > 0 ? (
				<Paragraph
					font="text"
					anchor="end"
					x={end}
					cy={middle}
					width={few}
					height={height * 0.8}
					largest={19 * scale}
					fill={COLOURS.muted}
				>
					{FEW}
				</Paragraph>
			) : null}
			{isLow ? null : (
				<Impressions
					of={driver}
					x={left}
					y={y + height * 0.61}
					width={end - left}
					height={height * 0.36}
					asBars={says === 'bars'}
				/>
			)}
		</g>
	)
}

type ImpressionsProps = { of: TripDriver; x: number; y: number; width: number; height: number; asBars: boolean }

/** Shows bars if there is room for them, otherwise words. */
function Impressions({ of, x, y, width, height, asBars }: ImpressionsProps) {
	const shares = SHARES.flatMap(([key, word]) => {
		const percent = of[key]
		return percent === null ? [] : [{ percent, said: `${percent}% ${word}` }]
	})
	if (shares.length === 0 || !asBars) {
		const size = Math.min(height * 0.66, width * 0.048)
		const said = [`${of.verdicts} voices`, ...shares.map(({ said }) => said)].join(' · ')
		return (
			<Words x={x} y={y + height * 0.36 + size * 0.35} size={size} maxWidth={width} fill={COLOURS.muted}>
				{shares.length === 0 ? FEW : said}
			</Words>
		)
	}
	const gap = width * 0.04
	const column = (width - 2 * gap) / SHARES.length
	const bar = Math.min(height * 0.42, column * 0.16)
	const size = Math.min(height * 0.46, column / widthOf('100% smooth', 1, 'text'))
	return shares.map(({ percent, said }, nth) => {
		const left = x + nth * (column + gap)
		return (
			<g key={said}>
				<ShareBar percent={percent} x={left} y={y} width={column} height={bar} />
				<Words x={left} y={y + bar + size * 1.12} size={size} maxWidth={column} fill={COLOURS.muted}>
					{said}
				</Words>
			</g>
		)
	})
}
