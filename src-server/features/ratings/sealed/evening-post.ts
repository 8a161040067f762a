import type { Context } from '#server/context.ts'
import { longWritesHere } from '#server/long-writes/long-writes.ts'
import { lastTimeOfDay, nextTimeOfDay } from '#server/process/clock.ts'
import { OPENED_HERE_MAX, oneByOne, openEvening } from './open-sealed.ts'
import type { Opening } from './sealed-ratings.queries.ts'

const HOUR_MS = 3_600_000
const WAIT_MAX_MS = 72 * HOUR_MS

/** In the server's time zone or that of the setting `time-zone`. */
const EVENING = { hour: 18, minute: 30 }

/** Includes an evening at exactly `now`. */
export const eveningUntil = (now: Date, timeZone: string): Date => lastTimeOfDay(EVENING, now, timeZone)

export const eveningAfter = (now: Date, timeZone: string): Date => nextTimeOfDay(EVENING, now, timeZone)

/**
 * An evening opens all verdicts given before it for each driver who has verdicts of two raters, or one that has waited
 * 72 hours. A pure function of the evening, so a start that missed it opens the same ones.
 */
export const openingOf = (evening: Date, now: Date): Opening => ({
	givenUntil: evening,
	waitedSince: new Date(evening.getTime() - WAIT_MAX_MS),
	impossibleAfter: new Date(now.getTime() + WAIT_MAX_MS),
})

/** Opens each driver's verdicts in a transaction of their own. Returns the number of drivers that failed. */
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
