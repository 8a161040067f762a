import * as v from 'valibot'
import { PublicUser } from './accounts.ts'
import { call } from './call.ts'
import { DriverKind } from './driver-kinds.ts'
import { Month } from './ids.ts'
import { Judging } from './judging.ts'
import { DriverPictures } from './pictures.ts'

/** Awards and parts of a year are told of so many ratings or more. */
export const AWARDED_FROM = 3

/** Of a month or a year, in the order in which they are printed. `figure` says what their number is. */
export const AWARDS = {
	driverOfTheMonth: { name: 'Driver of the Month', ofYear: 'Driver of the Year', figure: 'stars' },
	smoothest: { name: 'Smoothest', ofYear: 'Smoothest', figure: 'percent' },
	safest: { name: 'Safest', ofYear: 'Safest', figure: 'percent' },
	bestVibes: { name: 'Best Vibes', ofYear: 'Best Vibes', figure: 'percent' },
	/** Stars in the mean above the month, or year, before; with enough ratings in each. */
	mostImproved: { name: 'Most Improved', ofYear: 'Most Improved', figure: 'more stars' },
	mostRidden: { name: 'Most Ridden', ofYear: 'Most Ridden', figure: 'rides' },
	/** The best of those who have not claimed their seat. */
	ghostOfTheMonth: { name: 'Ghost of the Month', ofYear: 'Ghost of the Year', figure: 'stars' },
} as const
export type AwardKey = keyof typeof AWARDS
export const AWARD_KEYS = Object.keys(AWARDS) as AwardKey[]
export const AwardKey = v.picklist(AWARD_KEYS)

/** Of those who share an award so many are named at most: with short lists of rides thousands can have nothing but smooth ones. */
export const NAMED_MAX = 100

const NamedGhost = v.object({ display_name: v.string(), avatarId: v.number() })
type NamedGhost = v.InferOutput<typeof NamedGhost>

/**
 * `drivers`: who share it, by name; none where the one who asks has hidden them all. Of more than `NAMED_MAX` so many, always
 * the same, with the one who asks if they are among them.
 */
export const Award = v.object({
	key: AwardKey,
	drivers: v.array(PublicUser),
	/** Ghosts that the member has neither made nor rated: with an id they could be rated, and then claimed. */
	ghosts: v.optional(v.array(NamedGhost), []),
	figure: v.number(),
})
export type Award = v.InferOutput<typeof Award>

export type Winner = PublicUser | NamedGhost
/** By displayed name. */
export const winnersOf = ({ drivers, ghosts }: Award): Winner[] =>
	ghosts.length === 0 ? drivers : [...drivers, ...ghosts].toSorted((a, b) => shownName(a).localeCompare(shownName(b)))
const shownName = (winner: Winner) => winner.display_name || ('username' in winner ? winner.username : '')

/** With how much it was won, as screens and pictures say it: '97% smooth'. */
export function awardInWords({ key, figure }: Pick<Award, 'key' | 'figure'>): string {
	if (key === 'smoothest') return `${figure}% smooth`
	if (key === 'safest') return `${figure}% safe`
	if (key === 'bestVibes') return `${figure}% good vibes`
	if (key === 'mostRidden') return `${figure.toLocaleString('en')} rides`
	if (key !== 'mostImproved') return `${figure.toFixed(1)} stars`
	return figure < 0.05 ? 'by a hair' : `+${figure.toFixed(1)} stars`
}

/** The month of UTC in which a moment is. */
export const monthOf = (moment: Date): Month => moment.toISOString().slice(0, 7)

export function monthBefore(month: Month): Month {
	const [year, nth] = [Number(month.slice(0, 4)), Number(month.slice(5))]
	const at = nth === 1 ? { year: year - 1, nth: 12 } : { year, nth: nth - 1 }
	return `${String(at.year).padStart(4, '0')}-${String(at.nth).padStart(2, '0')}`
}

/** A month in an address; null for everything that is not one. */
const MonthTextOrNull = v.fallback(v.nullable(Month), null)

/** The month's receipt. Months are UTC. Verdicts of the demo driver are not in it. */
export const Receipt = v.object({
	month: Month,
	rides: v.number(),
	/** How many drivers were rated. */
	people: v.number(),
	/** Bumpy rides in all. */
	bumpy: v.number(),
	/** Those that a driver has got. */
	awards: v.array(Award),
})
export type Receipt = v.InferOutput<typeof Receipt>

/** My own year behind the wheel; shares are whole percents. */
export const OwnDriving = v.object({
	rides: v.number(),
	/** The exact mean. */
	averageStar: v.number(),
	smooth: v.number(),
	safe: v.number(),
	goodVibes: v.number(),
	kind: DriverKind,
})
export type OwnDriving = v.InferOutput<typeof OwnDriving>

/** A year in the back seat, UTC; a part of fewer than `AWARDED_FROM` ratings is null. */
export const Wrapped = v.object({
	year: v.number(),
	group: v.nullable(v.object({ rides: v.number(), people: v.number(), bestMonth: Month })),
	/** Of the year: the same as those of a month. */
	awards: v.array(Award),
	own: v.object({
		driving: v.nullable(OwnDriving),
		/** How I judged; for me alone. */
		judging: v.nullable(Judging),
	}),
})
export type Wrapped = v.InferOutput<typeof Wrapped>

const YEAR = /^[1-9]\d{3}$/
/** Absent: the last one that has come to December. Nonsense is null, and answered like a year to come. */
const YearQuery = v.object({
	year: v.optional(v.fallback(v.nullable(v.pipe(v.string(), v.regex(YEAR), v.transform(Number))), null)),
})

/** The year of which one is told: this one in December, and the one before until then. */
export const yearToTell = (now: Date): number => now.getUTCFullYear() - (now.getUTCMonth() === 11 ? 0 : 1)

const TO_COME = 'It is still to come, or there is none of that name.'
const NOT_WON = 'It is still to come, or I have not won it.'

export const getReceipt = call({
	method: 'GET',
	path: '/receipts/:month',
	who: 'member',
	params: v.object({ month: MonthTextOrNull }),
	answers: { 200: Receipt },
	docs: () => ({
		tag: 'Receipts',
		summary: 'The month’s receipt',
		description:
			'Rides, people and awards of a month. It is printed on the first of the next; asked for earlier, it is what it has come to so far. An award has three ratings of that month or more behind it. Drivers whom I have hidden are left out.',
		answers: { 200: 'The receipt.', 404: TO_COME },
		params: { month: 'The month: `2026-11`.' },
	}),
})

export const awardPictures = call({
	method: 'GET',
	path: '/receipts/:month/awards/:key/pictures',
	who: 'member',
	params: v.object({ month: MonthTextOrNull, key: v.fallback(v.nullable(AwardKey), null) }),
	answers: { 200: DriverPictures },
	docs: () => ({
		tag: 'Receipts',
		summary: 'An award of mine as a picture',
		answers: { 200: 'Where the pictures are, with the base path and without the host.', 404: NOT_WON },
		params: { month: 'The month: `2026-11`.', key: 'The key of the award.' },
	}),
})

export const getWrapped = call({
	method: 'GET',
	path: '/wrapped',
	who: 'member',
	query: YearQuery,
	answers: { 200: Wrapped },
	docs: () => ({
		tag: 'Receipts',
		summary: 'A year in the back seat',
		description: 'The group’s year, its awards, my own driving and, for me alone, my own judging.',
		answers: { 200: 'The year.', 404: TO_COME },
		params: { year: 'The year; in December this one, and otherwise the last, unless told.' },
	}),
})

export const wrappedPictures = call({
	method: 'GET',
	path: '/wrapped/pictures',
	who: 'member',
	query: YearQuery,
	answers: { 200: DriverPictures },
	docs: () => ({
		tag: 'Receipts',
		summary: 'My year behind the wheel as a picture',
		answers: {
			200: 'Where the pictures are, with the base path and without the host.',
			404: 'It is still to come, or I had fewer than three rides.',
		},
		params: { year: 'The year; in December this one, and otherwise the last, unless told.' },
	}),
})
