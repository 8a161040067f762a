import type { NewsChoice } from '#contract/news.ts'
import { isVerdict } from '#db/rating-state.ts'
import { momentOn } from '#server/process/clock.ts'
import type { NewsRating } from './news.queries.ts'

/*
 * When a member is told outside the app that they were rated. Who is told at once knows who it was: one of the three in the
 * car had a phone in their hands. So there is one slot a day, and a slot says only how many (docs/decisions/0052-news-once-a-day.md).
 */

const HOUR_MS = 3_600_000
/** A rating that was given just before the slot waits for the next one. */
const AGE_MIN_MS = HOUR_MS
/** After so long a rating waits for no second rater. */
const WAIT_MAX_MS = 72 * HOUR_MS
/** Who moves their slot, or themselves to another time zone, has no second one so soon. */
const BETWEEN_SLOTS_MS = 12 * HOUR_MS

const SUNDAY = 7
/** A slot on each weekday is among so many days, also when the first of them is past. */
const DAYS_TO_LOOK_AT = 9

/**
 * Of how many ratings a slot tells, and the newest of them; null for none. They come in the order of their ids. One that is too
 * young ends them, so that none is skipped for good.
 */
export function newsOf(ratings: readonly NewsRating[], slot: Date): { count: number; toldUntil: number } | null {
	const isYoung = ({ createdAt }: NewsRating) => createdAt.getTime() > slot.getTime() - AGE_MIN_MS
	const young = ratings.findIndex(isYoung)
	const told = (young < 0 ? ratings : ratings.slice(0, young)).filter(isNews)
	const newest = told.at(-1)
	if (!newest) return null
	const oldestAt = Math.min(...told.map(({ createdAt }) => createdAt.getTime()))
	const raters = new Set(told.map(raterKey))
	if (raters.size < 2 && oldestAt > slot.getTime() - WAIT_MAX_MS) return null
	return { count: told.length, toldUntil: newest.id }
}

/** Not seen, and its notice not closed either. What came with a claim is shown by the claim. */
const isNews = (rating: NewsRating) => isVerdict(rating) && rating.unseen === 1 && rating.claimedFromId === null

/** Guests whose key is gone may all be one. */
const raterKey = ({ raterId, guestKey }: NewsRating) => `${raterId} ${guestKey ?? ''}`

export type SlotChoice = Pick<NewsChoice, 'rhythm' | 'minute' | 'timeZone'>

/**
 * A member's first slot after a moment, by the clock on their wall; null for those who want none. A day has one at most: not
 * the day of the last one.
 */
export function nextSlot(choice: SlotChoice, now: Date, lastSlot: Date | null): Date | null {
	if (choice.rhythm === 'never') return null
	const { timeZone } = choice
	// One that is still to come was when the clock was wrong.
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

/** Whether a moment is one of their slots: another is for what need not wait so long. */
export function isSlot(choice: SlotChoice, at: Date): boolean {
	return slotOn(zoned(at, choice.timeZone).toPlainDate(), choice) === at.getTime()
}

/** The next 8:00 on their wall. */
export const nextMorning = (timeZone: string, now: Date): Date =>
	nextSlot({ rhythm: 'evenings', minute: 8 * 60, timeZone }, now, null) as Date

function slotOn(day: Temporal.PlainDate, { rhythm, minute, timeZone }: SlotChoice): number | null {
	if (rhythm === 'sundays' && day.dayOfWeek !== SUNDAY) return null
	return momentOn(day, { hour: Math.floor(minute / 60), minute: minute % 60 }, timeZone)
}

const zoned = (at: Date, timeZone: string) =>
	Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
