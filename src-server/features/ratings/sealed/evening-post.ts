import type { Context } from '#server/context.ts'
import { openDueTrips } from '#server/features/trips/opening-trips.ts'
import { lastTimeOfDay, nextTimeOfDay } from '#server/process/clock.ts'
import { recurringJob } from '#server/process/recurring-job.ts'
import { timeZoneOf } from '#server/settings/time-zone.ts'
import { oneByOne, openSealed, withGuestsDrawn } from './open-sealed.ts'
import type { Opening } from './sealed-ratings.queries.ts'

const HOUR_MS = 3_600_000
/** After so long a verdict waits for no second rater. */
const WAIT_MAX_MS = 72 * HOUR_MS
/** Road trips open at moments of their own, and what failed is tried again. */
const LOOK_EVERY_MS = 5 * 60_000

/** The evening post's time of day, in the server's time zone or that of the setting `time-zone`. */
const EVENING = { hour: 18, minute: 30 }

/** The last evening post until a moment, that one included. */
export const eveningUntil = (now: Date, timeZone: string): Date => lastTimeOfDay(EVENING, now, timeZone)

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
export function openDue(context: Context, evening: Date, isOver = () => false): Promise<number> {
	const { sealedRatings } = context.queries
	const opening = openingOf(evening, context.clock.now())
	return oneByOne(context, {
		due: () => [...new Set(sealedRatings.driversDue(opening))],
		// What waits is read within the write: until then its rater may have taken it back.
		act: (driverId) =>
			openSealed(context, driverId, withGuestsDrawn(sealedRatings.sealedRatingsOf(driverId, opening), GUESTS_MAX)),
		failure: 'The evening post could not be opened',
		isOver,
	})
}

/**
 * So many verdicts of guests count for one driver in an evening. To refuse more of them when they are sealed would show how
 * many others are there. What is too much waits for the next evening.
 */
const GUESTS_MAX = 200

/** Opens the evening post at its time, and road trips at theirs, and at a start that missed it. */
export function startOpenings(context: Context, timeZone = timeZoneOf(context.config)): { stop(): Promise<void> } {
	const { clock } = context
	let openedUntil = 0
	let hasStopped = false

	async function look() {
		const now = clock.now()
		const evening = eveningUntil(now, timeZone)
		// The clock was ahead. An evening that is opened twice opens what the first time left.
		if (openedUntil > now.getTime()) openedUntil = 0
		if (evening.getTime() > openedUntil && (await openDue(context, evening, () => hasStopped)) === 0)
			openedUntil = evening.getTime()
		await openDueTrips(context, () => hasStopped)
	}

	const nextLook = (lastLook: Date | null) => {
		if (lastLook === null) return clock.now()
		const nextEvening = nextTimeOfDay(EVENING, lastLook, timeZone).getTime()
		return new Date(Math.min(nextEvening, lastLook.getTime() + LOOK_EVERY_MS))
	}
	const job = recurringJob(clock, { next: nextLook, run: look })
	return {
		/** Resolves once nothing is being opened any more. */
		stop() {
			hasStopped = true
			return job.stop()
		},
	}
}
