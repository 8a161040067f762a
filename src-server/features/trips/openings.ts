import type { Context } from '#server/context.ts'
import { eveningUntil, openDue } from '#server/features/ratings/sealed/evening-post.ts'
import { type LongWrites, longWritesHere } from '#server/long-writes/long-writes.ts'
import { once } from '#server/once.ts'
import { type RecurringJob, recurringJob } from '#server/process/recurring-job.ts'
import { timeZoneOf } from '#server/settings/time-zone.ts'
import { openDueTrips } from './due-trips.ts'

/**
 * Failed openings are retried. Offsets of time zones are multiples of it, so the evening begins at a look in each, and a server
 * without sealed verdicts need not load ICU, 2 MB, to know its zone.
 */
const LOOK_EVERY_MS = 5 * 60_000

const nextLook = (lastRun: Date) => (Math.floor(lastRun.getTime() / LOOK_EVERY_MS) + 1) * LOOK_EVERY_MS

export function startOpenings(
	context: Context,
	{
		timeZone,
		longWrites = longWritesHere(context),
		afterMs = 0,
	}: { timeZone?: string; longWrites?: LongWrites; afterMs?: number } = {},
): RecurringJob {
	const { clock, log } = context
	const { sealedRatings, trips } = context.queries
	const zone = once(() => timeZone ?? timeZoneOf(context.config))
	const startsAt = new Date(clock.now().getTime() + afterMs)
	let openedUntil = 0

	async function open(signal: AbortSignal) {
		const hasStopped = () => signal.aborted
		const now = clock.now()
		// The clock was ahead. Opening an evening twice only opens what the first time left.
		if (openedUntil > now.getTime()) openedUntil = 0
		if (sealedRatings.anyWait()) {
			const evening = eveningUntil(now, zone())
			if (evening.getTime() > openedUntil && (await openDue(context, evening, hasStopped, longWrites)) === 0)
				openedUntil = evening.getTime()
		}
		await openDueTrips(context, hasStopped, longWrites)
	}

	return recurringJob(clock, {
		next(lastRun) {
			if (lastRun === null) return startsAt
			// One that was due at the last run has failed then, and waits for the next look.
			const nextTrip = trips.nextOpeningAfter(lastRun)?.getTime() ?? Number.POSITIVE_INFINITY
			return new Date(Math.min(nextLook(lastRun), nextTrip))
		},
		run: open,
		failed: (error) => log.failure('The evening post and road trips could not be opened', error),
	})
}
