import type { NewsChoice } from '#contract/news.ts'
import { isVerdict } from '#db/rating-state.ts'
import { momentOn } from '#server/process/clock.ts'
import type { NewsRating } from './news.queries.ts'

/*
 * News waits for a daily slot and gives only a count: an immediate message would show the driver which passenger had a
 * phone in their hands (docs/decisions/0052-news-once-a-day.md).
 */

const HOUR_MS = 3_600_000
/** Ratings younger than this at a slot wait for the next slot. */
const AGE_MIN_MS = HOUR_MS
/** After this wait, a rating no longer needs a second rater. */
const WAIT_MAX_MS = 72 * HOUR_MS
/** Minimum between slots, even if the member changes the time or the zone. */
const BETWEEN_SLOTS_MS = 12 * HOUR_MS

const SUNDAY = 7
/** Nine days contain each weekday's slot even if today's is already past. */
const DAYS_TO_LOOK_AT = 9

/**
 * Counts the ratings for one slot and returns the newest id among them, or null for none. Ratings must be ordered by
 * id; the count stops at the first one that is too young, so none is skipped for good.
 */
export function newsOf(ratings: readonly NewsRating[], slot: Date): { count: number; toldUntil: number } | null {
	const isYoung = ({ createdAt }: NewsRating) => createdAt.getTime() > slot.getTime() - AGE_MIN_MS
	const young = ratings.findIndex(isYoung)
	const news = (young < 0 ? ratings : ratings.slice(0, young)).filter(isNews)
	const newest = news.at(-1)
	if (!newest) return null
	const oldestAt = Math.min(...news.map(({ createdAt }) => createdAt.getTime()))
	const raters = new Set(news.map(raterKey))
	if (raters.size < 2 && oldestAt > slot.getTime() - WAIT_MAX_MS) return null
	return { count: news.length, toldUntil: newest.id }
}

/** Excludes seen and dismissed ratings, and those that came with a claim, which the claim itself shows. */
const isNews = (rating: NewsRating) => isVerdict(rating) && rating.unseen === 1 && rating.claimedFromId === null

/** Ratings without a guest key, such as those of deleted accounts, count together as one rater. */
const raterKey = ({ raterId, guestKey }: NewsRating) => `${raterId} ${guestKey ?? ''}`

export type SlotChoice = Pick<NewsChoice, 'rhythm' | 'minute' | 'timeZone'>

/** The member's first slot after `now` in their time zone, at most one a day; null if the rhythm is `never`. */
export function nextSlot(choice: SlotChoice, now: Date, lastSlot: Date | null): Date | null {
	if (choice.rhythm === 'never') return null
	const { timeZone } = choice
	// A last slot in the future was recorded while the clock was wrong.
	const last = lastSlot && lastSlot <= now ? lastSlot : null
	const lastDay = last && zoned(last, timeZone).toPlainDate()
	const earliest = Math.max(now.getTime() + 1, last ? last.getTime() + BETWEEN_SLOTS_MS : 0)
	const today = zoned(now, timeZone).toPlainDate()
	for (let days = 0; days < DAYS_TO_LOOK_AT; days += 1) {
		const day = today.add({ days })
		if (lastDay && Temporal.PlainDate.compare(day, lastDay) <= 0) continue
		const slot = slotOn(day, choice)
		if (slot !== null && slot >= earliest) return new Date(slot)
	}
	throw new Error(`No slot within ${DAYS_TO_LOOK_AT} days`)
}

/** False for next-morning deliveries, which wait for no slot. */
export function isSlot(choice: SlotChoice, at: Date): boolean {
	return slotOn(zoned(at, choice.timeZone).toPlainDate(), choice) === at.getTime()
}

export const nextMorning = (timeZone: string, now: Date): Date =>
	nextSlot({ rhythm: 'evenings', minute: 8 * 60, timeZone }, now, null) as Date

function slotOn(day: Temporal.PlainDate, { rhythm, minute, timeZone }: SlotChoice): number | null {
	if (rhythm === 'sundays' && day.dayOfWeek !== SUNDAY) return null
	return momentOn(day, { hour: Math.floor(minute / 60), minute: minute % 60 }, timeZone)
}

const zoned = (at: Date, timeZone: string) =>
	Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
