import * as v from 'valibot'
import { call } from './call.ts'
import { DriverKind } from './driver-kinds.ts'
import { Month } from './ids.ts'
import { Judging } from './judging.ts'
import { DriverPictures } from './pictures.ts'
import { PublicUser } from './public-user.ts'
import { figure, t, tn } from './text.ts'

export const AWARDED_FROM = 3

export const AWARDS = {
	driverOfTheMonth: { name: () => t('Driver of the Month'), ofYear: () => t('Driver of the Year'), figure: 'stars' },
	// Translators: an award for the driver with the smoothest rides
	smoothest: { name: () => t('Smoothest'), ofYear: () => t('Smoothest'), figure: 'percent' },
	// Translators: an award for the driver with whom people feel safest
	safest: { name: () => t('Safest'), ofYear: () => t('Safest'), figure: 'percent' },
	// Translators: an award
	bestVibes: { name: () => t('Best Vibes'), ofYear: () => t('Best Vibes'), figure: 'percent' },
	/** The increase of the mean over the previous month or year; both need enough ratings. */
	mostImproved: { name: () => t('Most Improved'), ofYear: () => t('Most Improved'), figure: 'more stars' },
	// Translators: an award for the driver of the most rides
	mostRidden: { name: () => t('Most Ridden'), ofYear: () => t('Most Ridden'), figure: 'rides' },
	ghostOfTheMonth: { name: () => t('Ghost of the Month'), ofYear: () => t('Ghost of the Year'), figure: 'stars' },
} as const
export type AwardKey = keyof typeof AWARDS
export const AWARD_KEYS = Object.keys(AWARDS) as AwardKey[]
export const AwardKey = v.picklist(AWARD_KEYS)

/**
 * The maximum number of named winners, because thousands of drivers with few rides can share an award for only smooth ones.
 */
export const NAMED_MAX = 100

const NamedGhost = v.object({ display_name: v.string(), avatarId: v.number() })
type NamedGhost = v.InferOutput<typeof NamedGhost>

/**
 * `drivers`: the winners by name; empty if the caller has hidden them all. Above `NAMED_MAX` it is a fixed selection, which
 * includes the caller if they won.
 */
export const Award = v.object({
	key: AwardKey,
	drivers: v.array(PublicUser),
	/**
	 * Ghosts that the member neither made nor rated. They have no id here, because with it they could be rated and then
	 * claimed.
	 */
	ghosts: v.optional(v.array(NamedGhost), []),
	figure: v.number(),
})
export type Award = v.InferOutput<typeof Award>

export type Winner = PublicUser | NamedGhost
export const winnersOf = ({ drivers, ghosts }: Award): Winner[] =>
	ghosts.length === 0 ? drivers : [...drivers, ...ghosts].toSorted((a, b) => shownName(a).localeCompare(shownName(b)))
const shownName = (winner: Winner) => winner.display_name || ('username' in winner ? winner.username : '')

export function awardInWords({ key, figure: value }: Pick<Award, 'key' | 'figure'>): string {
	if (key === 'smoothest') return t('{percent}% smooth', { percent: value })
	if (key === 'safest') return t('{percent}% safe', { percent: value })
	if (key === 'bestVibes') return t('{percent}% good vibes', { percent: value })
	if (key === 'mostRidden') return tn('# ride', '# rides', value)
	// Translators: an average with one decimal, as 4.5 or 5.0
	if (key !== 'mostImproved') return t('{stars} stars', { stars: figure(value, 1) })
	// Translators: instead of a figure: how little an average has grown
	if (value < 0.05) return t('by a hair')
	// Translators: how much an average has grown, with one decimal
	return t('+{stars} stars', { stars: figure(value, 1) })
}

export const monthOf = (moment: Date): Month => moment.toISOString().slice(0, 7)

export function monthBefore(month: Month): Month {
	const [year, nth] = [Number(month.slice(0, 4)), Number(month.slice(5))]
	const at = nth === 1 ? { year: year - 1, nth: 12 } : { year, nth: nth - 1 }
	return `${String(at.year).padStart(4, '0')}-${String(at.nth).padStart(2, '0')}`
}

const MonthTextOrNull = v.fallback(v.nullable(Month), null)

/** The receipt of a UTC month. Excludes verdicts on the demo driver. */
export const Receipt = v.object({
	month: Month,
	rides: v.number(),
	people: v.number(),
	bumpy: v.number(),
	awards: v.array(Award),
})
export type Receipt = v.InferOutput<typeof Receipt>

export const OwnDriving = v.object({
	rides: v.number(),
	averageStar: v.number(),
	smooth: v.number(),
	safe: v.number(),
	goodVibes: v.number(),
	kind: DriverKind,
})
export type OwnDriving = v.InferOutput<typeof OwnDriving>

/** A UTC year in review; sections with fewer than `AWARDED_FROM` ratings are null. */
export const Wrapped = v.object({
	year: v.number(),
	group: v.nullable(v.object({ rides: v.number(), people: v.number(), bestMonth: Month })),
	awards: v.array(Award),
	own: v.object({
		driving: v.nullable(OwnDriving),
		judging: v.nullable(Judging),
	}),
})
export type Wrapped = v.InferOutput<typeof Wrapped>

const YEAR = /^[1-9]\d{3}$/
/** Defaults to the last year that reached December. Invalid values become null and are answered like a future year. */
const YearQuery = v.object({
	year: v.optional(v.fallback(v.nullable(v.pipe(v.string(), v.regex(YEAR), v.transform(Number))), null)),
})

export const yearToShow = (now: Date): number => now.getUTCFullYear() - (now.getUTCMonth() === 11 ? 0 : 1)

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
		summary: 'My year as a picture',
		description: 'Behind the wheel from three rides on, otherwise the stamp of how I judged.',
		answers: {
			200: 'Where the pictures are, with the base path and without the host.',
			404: 'It is still to come, or I drove and judged fewer than three rides.',
		},
		params: { year: 'The year; in December this one, and otherwise the last, unless told.' },
	}),
})
