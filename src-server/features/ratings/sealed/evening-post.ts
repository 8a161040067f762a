import type { Context } from '#server/context.ts'
import { openSealed, shuffled } from './open-sealed.ts'
import type { Opening } from './sealed-ratings.queries.ts'

const HOUR_MS = 3_600_000
/** After so long a verdict waits for no second rater. */
const WAIT_MAX_MS = 72 * HOUR_MS
/** A machine that slept, or whose clock was set, catches up as soon. */
const LOOK_EVERY_MS = 5 * 60_000

/** The evening post's time of day, in the server's time zone or that of the setting `time-zone`. */
const EVENING = { hour: 18, minute: 30 }

/** The last evening post until a moment, that one included. */
export function eveningUntil(now: Date, timeZone: string): Date {
	const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
	const today = local.toPlainDate().toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(EVENING) })
	const isToday = today.epochMilliseconds <= now.getTime()
	const evening = isToday
		? today
		: today.toPlainDate().subtract({ days: 1 }).toZonedDateTime({ timeZone, plainTime: today.toPlainTime() })
	return new Date(evening.epochMilliseconds)
}

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

/**
 * Opens what is due, each driver's in a transaction of its own; others are answered in between. Answers how many drivers
 * could not be served. A kill in between leaves the rest to the next start.
 */
export async function openDue(context: Context, evening: Date): Promise<number> {
	const { db, queries, clock, log } = context
	const opening = openingOf(evening, clock.now())
	let failed = 0
	for (const driverId of shuffled([...new Set(queries.sealedRatings.driversDue(opening))])) {
		try {
			await db.turns.share(() =>
				// What waits is read within the write: until then its rater may have taken it back.
				db.writeTogether(() => openSealed(context, driverId, queries.sealedRatings.sealedRatingsOf(driverId, opening))),
			)
		} catch (error) {
			failed += 1
			if (failed === 1) log.failure('The evening post could not be opened; the next try is in five minutes', error)
		}
	}
	return failed
}

/** Opens the evening post at its time, and at a start that missed it. */
export function startEveningPost(
	context: Context,
	timeZone = context.config.timeZone ?? ownTimeZone(),
): { stop(): void } {
	const { clock } = context
	let openedUntil = 0
	let waiting: { cancel(): void } | null = null
	let hasStopped = false

	async function look() {
		const evening = eveningUntil(clock.now(), timeZone)
		// The clock may have been set back: an evening comes once.
		if (evening.getTime() > openedUntil && (await openDue(context, evening)) === 0) openedUntil = evening.getTime()
		if (hasStopped) return
		const untilNext = evening.getTime() + 24 * HOUR_MS - clock.now().getTime()
		waiting = clock.schedule(() => void look(), Math.max(0, Math.min(untilNext, LOOK_EVERY_MS)))
	}

	void look()
	return {
		stop() {
			hasStopped = true
			waiting?.cancel()
		},
	}
}

const ownTimeZone = () => Temporal.Now.timeZoneId()
