import { localeOfTexts, t, tn } from '#contract/text.ts'
import { drawableName } from '#server/operations/pictures/drawing/drawable-name.ts'
import { oneOf } from '#server/operations/pictures/drawing/praise.ts'
import {
	label,
	line,
	type Part,
	paragraph,
	rule,
	type SlipProps,
	words,
} from '#server/operations/pictures/drawing/slip.tsx'
import { Plate } from '#server/operations/pictures/drawing/stickers.tsx'
import type { ContentOf, PictureShape } from '#server/operations/pictures/picture-content.ts'
import { DriverRow, type RowStyle } from './driver-row.tsx'

type Trip = ContentOf<'trip'>
export type TripContent = Trip | ContentOf<'trip_invite'>

export const tripSlip = (content: TripContent, shape: PictureShape): SlipProps =>
	content.kind === 'trip' ? receiptOf(content, shape) : ticketOf(content, shape)

/** `cy`: middle of the paper, which is as high as its rows need, up to `most`. */
const RECEIPT = {
	preview: { x: 610, cy: 304, width: 546, most: 540, scale: 1, tilt: 1.6 },
	story: { x: 90, cy: 912, width: 900, most: 990, scale: 1.5, tilt: -1.2 },
}

const ROW_MAX = 186
/** The row of the driver of the trip is higher by this factor. */
const BEST = 1.3
/** Pixels that a row needs for two lines. */
const LEGIBLE = 70

/** The driver of the trip comes first. */
export const bestFirst = (trip: Trip) =>
	[...trip.drivers].sort((one, other) => Number(other.isBest) - Number(one.isBest))

function receiptOf(trip: Trip, shape: PictureShape): SlipProps {
	const { cy, most, ...paper } = RECEIPT[shape]
	const { scale } = paper
	const drivers = bestFirst(trip)
	const best = drivers.filter(({ isBest }) => isBest).length
	const isShort = drivers.length < 6
	const [top, foot] = [(best > 0 ? 144 : 96) * scale, (isShort ? 72 : 16) * scale]
	const rows = best * BEST + (drivers.length - best)
	const row = Math.min(ROW_MAX * scale, (most - top - foot) / rows)
	const height = top + foot + rows * row
	const detail = row >= 90 * scale ? 'bars' : row >= LEGIBLE ? 'words' : 'mean'
	const style: RowStyle = { scale, detail, face: Math.min(row * (best > 0 ? BEST : 1) * 0.33, 62 * scale) }
	const driverRows: Part = ({ x, width }) => {
		let y = top
		return drivers.map((driver, nth) => {
			const high = row * (driver.isBest ? BEST : 1)
			y += high
			// biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never changed.
			return <DriverRow key={nth} driver={driver} x={x} width={width} {...style} y={y - high} height={high} />
		})
	}
	return {
		...paper,
		y: cy - height / 2,
		height,
		margin: 38,
		parts: [
			// Translators: '#' is the number of people
			line(dayInWords(trip.day), tn('# in the car', '# in the car', trip.seats), 58, 23),
			rule(84),
			...(best > 0 ? [label(tn('Driver of the trip', 'Drivers of the trip', best), 120, 22)] : []),
			driverRows,
			...(isShort ? [rule(-58), paragraph(oneOf(lastWords(), trip), -28, 40, 26)] : []),
		],
	}
}

const dayInWords = (day: string) =>
	new Date(`${day}T00:00:00Z`).toLocaleDateString(localeOfTexts('en-GB'), {
		day: 'numeric',
		month: 'short',
		year: 'numeric',
		timeZone: 'UTC',
	})

const lastWords = () => [
	// Translators: one of this and the next five is the last line of a trip's receipt, at most 42 characters
	t('All opinions are final.'),
	t('Seat belts may now be undone.'),
	t('Please take your snacks with you.'),
	t('Are we there yet? We are.'),
	t('Mind the crumbs on your way out.'),
	t('Thank you for riding in the back.'),
]

const TICKET = {
	preview: { x: 622, y: 36, width: 518, height: 546, scale: 1, tilt: 2 },
	story: { x: 110, y: 450, width: 860, height: 920, scale: 1.5, tilt: -1.4 },
}

/** A ticket for a trip that is not open: who drives, and that there is a seat. */
function ticketOf({ drivers }: ContentOf<'trip_invite'>, shape: PictureShape): SlipProps {
	const names = drivers.flatMap(({ name }) => drawableName(name) ?? [])
	return {
		...TICKET[shape],
		margin: 40,
		parts: [
			// Translators: a large heading of a ticket, at most 12 characters
			words(t('Get in.'), 128, 104, 'display'),
			rule(164),
			// Translators: on a ticket: 'In front … the driver'
			line(t('In front'), names.length === 1 ? t('the driver') : t('the drivers'), 210, 24),
			plates(names),
			// Translators: on a ticket: 'In the back … you'
			line(t('In the back'), t('you', { context: 'on a ticket' }), -84, 24),
			rule(-58),
			words(t('No account needed. Opinions welcome.'), -20, 24),
		],
	}
}

const plates =
	(names: string[]): Part =>
	({ cx, x, width, at, scale }) => {
		const columns = names.length > 4 ? 2 : 1
		const column = width / columns
		const step = (at(-128) - at(236)) / Math.ceil(names.length / columns)
		return names.map((name, nth) => {
			const isAlone = nth === names.length - 1 && nth % columns === 0
			return (
				<Plate
					// biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never changed.
					key={nth}
					name={name}
					cx={isAlone ? cx : x + column * ((nth % columns) + 0.5)}
					cy={at(236) + step * (Math.floor(nth / columns) + 0.5)}
					width={column - 16 * scale}
					height={Math.min(step - 16 * scale, 108 * scale)}
				/>
			)
		})
	}
