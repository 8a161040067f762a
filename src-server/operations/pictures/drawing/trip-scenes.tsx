import type { ReactNode } from 'react'
import type { ContentOf, PictureShape } from '#server/features/pictures/picture-content.ts'
import { COLOURS } from './colours.ts'
import { drawableName } from './drawable-name.ts'
import type { Scene } from './driver-scenes.tsx'
import { Receipt, ReceiptLine, ReceiptRule, ShareBar } from './paper.tsx'
import { Canvas, Road } from './scenery.tsx'
import { Avatar, Plate, Star } from './stickers.tsx'
import { Bus, busDecks, MotorwaySign } from './trip-scenery.tsx'
import { Label, Paragraph, Words, widthOf } from './words.tsx'

type Trip = ContentOf<'trip'>
type TripDriver = Trip['drivers'][number]

type OnTheRoadProps = { over: string; name: string | null; faces: readonly number[]; shape: PictureShape }

/** Under which sign it goes, and the bus with the drivers; beside it or between both is room for paper. */
const OnTheRoad = ({ over, name, faces, shape, children }: OnTheRoadProps & { children: ReactNode }) => {
	const sign = { over, text: name ?? 'SOMEWHERE NICE' }
	const isTall = busDecks(faces.length) > 1
	return (
		<Canvas shape={shape} ground={COLOURS.sky}>
			{shape === 'preview' ? (
				<>
					<Road cx={300} cy={588} width={150} turn={-4} />
					<MotorwaySign {...sign} x={44} y={62} width={520} height={isTall ? 112 : 140} posts={300} />
					<Bus faces={faces} x={isTall ? 74 : 50} bottom={590} width={isTall ? 448 : 500} turn={-4} />
				</>
			) : (
				<>
					<Road cx={540} cy={1760} width={250} turn={-4} />
					<MotorwaySign {...sign} x={90} y={176} width={900} height={180} posts={240} />
					<Bus faces={faces} x={isTall ? 316 : 260} bottom={1790} width={isTall ? 440 : 540} turn={-4} />
				</>
			)}
			{children}
		</Canvas>
	)
}

/** The receipt of a trip: what the back seat thought of each driver. */
export const TripScene: Scene<Trip> = ({ content, shape, name }) => {
	const drivers = [...content.drivers].sort((one, other) => Number(other.isBest) - Number(one.isBest))
	const faces = drivers.map(({ avatarId }) => avatarId)
	return (
		<OnTheRoad over="Road trip" name={name} faces={faces} shape={shape}>
			{shape === 'preview' ? (
				<TripReceipt trip={content} drivers={drivers} x={610} cy={304} width={546} most={540} scale={1} tilt={1.6} />
			) : (
				<TripReceipt trip={content} drivers={drivers} x={90} cy={912} width={900} most={990} scale={1.5} tilt={-1.2} />
			)}
		</OnTheRoad>
	)
}

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

/** A row is at most so high; that of the driver of the trip is higher by a part. */
const ROW_MAX = 186
const BEST = 1.3

/** So many pixels a row needs for two lines. */
const LEGIBLE = 70

/** As high as it needs to be, around `cy`, and at most so high. */
function TripReceipt({ trip, drivers, x, cy, width, most, scale, tilt }: TripReceiptProps) {
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
						{lastWords(trip)}
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

/** What a receipt ends with. */
const LAST_WORDS = [
	'All opinions are final.',
	'Seat belts may now be undone.',
	'Please take your snacks with you.',
	'Are we there yet? We are.',
	'Mind the crumbs on your way out.',
	'Thank you for riding in the back.',
]

/** The same ones for the same trip. */
const lastWords = (trip: Trip): string => LAST_WORDS[Bun.hash.crc32(JSON.stringify(trip)) % LAST_WORDS.length] ?? ''

const SHARES = [
	['smooth', 'smooth'],
	['safe', 'safe'],
	['goodVibes', 'vibes'],
] as const

const FEW = 'Too few voices to print'
/** In the place of a name that cannot be drawn. */
const NO_LETTERS = 'Our printer lacks these letters'

/** `says`: what besides name and mean. `face`: half of the largest one; all names stand beside it. */
type RowStyle = { scale: number; says: 'bars' | 'words' | 'mean'; face: number }
type RowProps = RowStyle & { driver: TripDriver; x: number; y: number; width: number; height: number }

/** One driver. */
function DriverRow({ driver, x, y, width, height, scale, says, face }: RowProps) {
	const { avatarId, averageStar } = driver
	const isLow = says === 'mean'
	const left = x + 2 * face + 20 * scale
	const end = x + width
	const size = Math.min(height * (isLow ? 0.62 : 0.5), 66 * scale)
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
				largest={Math.min(height * (isLow ? 0.52 : 0.4), 50 * scale)}
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

/** What was said besides stars: as bars where there is room for them. */
function Impressions({ of, x, y, width, height, asBars }: ImpressionsProps) {
	const shares = SHARES.flatMap(([key, word]) => {
		const percent = of[key]
		return percent === null ? [] : [{ percent, words: `${percent}% ${word}` }]
	})
	const words = { x, maxWidth: width, fill: COLOURS.muted }
	if (shares.length === 0 || !asBars) {
		const size = Math.min(height * 0.66, width * 0.048)
		return (
			<Words {...words} y={y + height * 0.36 + size * 0.35} size={size}>
				{shares.length === 0 ? FEW : shares.map(({ words }) => words).join(' · ')}
			</Words>
		)
	}
	const gap = width * 0.04
	const column = (width - 2 * gap) / SHARES.length
	const bar = Math.min(height * 0.42, column * 0.16)
	const size = Math.min(height * 0.46, column / widthOf('100% smooth', 1, 'text'))
	return shares.map(({ percent, words: said }, nth) => (
		<g key={said}>
			<ShareBar percent={percent} x={x + nth * (column + gap)} y={y} width={column} height={bar} />
			<Words {...words} x={x + nth * (column + gap)} y={y + bar + size * 1.12} size={size}>
				{said}
			</Words>
		</g>
	))
}

/** A ticket for a trip that is not open: who drives, and that there is a seat. */
export const TripInviteScene: Scene<ContentOf<'trip_invite'>> = ({ content: { drivers }, shape, name }) => {
	const names = drivers.flatMap((driver) => drawableName(driver.name) ?? [])
	return (
		<OnTheRoad over="Next stop" name={name} faces={drivers.map(({ avatarId }) => avatarId)} shape={shape}>
			{shape === 'preview' ? (
				<Receipt x={622} y={36} width={518} height={546} tilt={2}>
					<Ticket names={names} width={518} height={546} scale={1} />
				</Receipt>
			) : (
				<Receipt x={110} y={450} width={860} height={920} tilt={-1.4}>
					<Ticket names={names} width={860} height={920} scale={1.5} />
				</Receipt>
			)}
		</OnTheRoad>
	)
}

type TicketProps = { names: string[]; width: number; height: number; scale: number }

function Ticket({ names, width, height, scale }: TicketProps) {
	const margin = 40 * scale
	const inner = { x: margin, width: width - 2 * margin }
	const columns = names.length > 4 ? 2 : 1
	const lines = Math.ceil(names.length / columns)
	const [top, bottom] = [236 * scale, height - 128 * scale]
	const step = (bottom - top) / lines
	const column = inner.width / columns
	return (
		<>
			<Words font="display" x={width / 2} y={128 * scale} size={104 * scale} anchor="middle">
				Get in.
			</Words>
			<ReceiptRule {...inner} y={164 * scale} />
			<ReceiptLine
				label="In front"
				value={names.length === 1 ? 'the driver' : 'the drivers'}
				{...inner}
				y={210 * scale}
				size={24 * scale}
			/>
			{names.map((name, nth) => {
				const isAlone = nth === names.length - 1 && nth % columns === 0
				return (
					<Plate
						// biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never changed.
						key={nth}
						name={name}
						cx={isAlone ? width / 2 : margin + column * ((nth % columns) + 0.5)}
						cy={top + step * (Math.floor(nth / columns) + 0.5)}
						width={column - 16 * scale}
						height={Math.min(step - 16 * scale, 108 * scale)}
					/>
				)
			})}
			<ReceiptLine label="In the back" value="you" {...inner} y={height - 84 * scale} size={24 * scale} />
			<ReceiptRule {...inner} y={height - 58 * scale} />
			<Words x={width / 2} y={height - 20 * scale} size={24 * scale} anchor="middle" maxWidth={inner.width}>
				No account needed. Opinions welcome.
			</Words>
		</>
	)
}
