import type { Context } from '#server/context.ts'
import { eveningAfter, eveningUntil, openDue } from '#server/features/ratings/sealed/evening-post.ts'
import { longWritesHere } from '#server/long-writes/long-writes.ts'
import { recurringJob } from '#server/process/recurring-job.ts'
import { timeZoneOf } from '#server/settings/time-zone.ts'
import { openDueTrips } from './due-trips.ts'

/** Trips open at times of their own, and failed openings are retried. */
const LOOK_EVERY_MS = 5 * 60_000

export function startOpenings(
	context: Context,
	timeZone = timeZoneOf(context.config),
	longWrites = longWritesHere(context),
): { stop(): Promise<void> } {
	const { clock } = context
	let openedUntil = 0
	let hasStopped = false

	async function look() {
		const now = clock.now()
		const evening = eveningUntil(now, timeZone)
		// The clock was ahead. Opening an evening twice only opens what the first time left.
		if (openedUntil > now.getTime()) openedUntil = 0
		if (evening.getTime() > openedUntil && (await openDue(context, evening, () => hasStopped, longWrites)) === 0)
			openedUntil = evening.getTime()
		await openDueTrips(context, () => hasStopped, longWrites)
	}

	const nextLook = (lastLook: Date | null) => {
		if (lastLook === null) return clock.now()
		const nextEvening = eveningAfter(lastLook, timeZone).getTime()
		return new Date(Math.min(nextEvening, lastLook.getTime() + LOOK_EVERY_MS))
	}
	const job = recurringJob(clock, { next: nextLook, run: look })
	return {
		stop() {
			hasStopped = true
			return job.stop()
		},
	}
}
