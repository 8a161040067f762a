import type { Context } from '#server/context.ts'
import { longWritesHere } from '#server/long-writes/long-writes.ts'
import { lastTimeOfDay, nextTimeOfDay } from '#server/process/clock.ts'
import { OPENED_HERE_MAX, oneByOne, openEvening } from './open-sealed.ts'
import type { Opening } from './sealed-ratings.queries.ts'

const HOUR_MS = 3_600_000
/** After so long a verdict waits for no second rater. */
const WAIT_MAX_MS = 72 * HOUR_MS

/** The evening post's time of day, in the server's time zone or that of the setting `time-zone`. */
const EVENING = { hour: 18, minute: 30 }

/** The last evening post until a moment, that one included. */
export const eveningUntil = (now: Date, timeZone: string): Date => lastTimeOfDay(EVENING, now, timeZone)

export const eveningAfter = (now: Date, timeZone: string): Date => nextTimeOfDay(EVENING, now, timeZone)

/**
 * What an evening opens: of each driver for whom verdicts of two raters waited then, or one that has waited 72 hours, all that
 * was given until then. The one place that says when. A pure function of that evening, so that a start that missed it opens
 * the same.
 */
export const openingOf = (evening: Date, now: Date): Opening => ({
	givenUntil: evening,
	waitedSince: new Date(evening.getTime() - WAIT_MAX_MS),
	impossibleAfter: new Date(now.getTime() + WAIT_MAX_MS),
})

/** Opens what is due, each driver's in a transaction of its own. Answers how many drivers could not be served. */
export function openDue(
	context: Context,
	evening: Date,
	isOver = () => false,
	longWrites = longWritesHere(context),
): Promise<number> {
	const {
		db,
		queries: { sealedRatings },
	} = context
	const opening = openingOf(evening, context.clock.now())
	return oneByOne(context, {
		due: () => [...new Set(sealedRatings.driversDue(opening))],
		act: (driverId) =>
			sealedRatings.sealedCountOf(driverId, opening) > OPENED_HERE_MAX
				? longWrites.alone(() => longWrites.run('openEvening', driverId, opening))
				: db.writeTogether(() => openEvening(context, driverId, opening)),
		failure: 'The evening post could not be opened',
		isOver,
	})
}
