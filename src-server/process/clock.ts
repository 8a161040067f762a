import { randomInt } from 'node:crypto'
import { busy } from '#server/http/problems.ts'

/** Runs a function after this many milliseconds, unless it is cancelled. */
export type Schedule = (run: () => void, ms: number) => { cancel(): void }

/** The time of day, and timers. Tests have a clock of their own, so that nothing has to wait. */
export type Clock = { now(): Date; schedule: Schedule }

export const systemClock: Clock = {
	now: () => new Date(),
	schedule: (run, ms) => {
		const timer = setTimeout(run, ms)
		return { cancel: () => clearTimeout(timer) }
	},
}

/** The last moment until `now`, itself included, at which it was this time of day. */
export function lastTimeOfDay(time: { hour: number; minute: number }, now: Date, timeZone: string): Date {
	const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
	const at = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
	const today = local.toPlainDate()
	const isToday = at(today).epochMilliseconds <= now.getTime()
	return new Date(at(isToday ? today : today.subtract({ days: 1 })).epochMilliseconds)
}

export const ownTimeZone = () => Temporal.Now.timeZoneId()

export type DelayedJobs<Job> = {
	/** Throws 'busy' when too many are waiting. */
	add(job: Job): void
	/** Runs all that are waiting at once, the oldest first: the server stops. */
	runAll(): void
}

/**
 * Runs each job after a random pause of its own, so that the time of a job does not show which request it belongs to,
 * or whether there was one. `atMost` bounds the memory, and how often jobs run in a flood.
 */
export function delayedJobs<Job>({
	run,
	pauseMs,
	atMost,
	schedule,
}: {
	run: (job: Job) => void
	pauseMs: { from: number; to: number }
	atMost: number
	schedule: Schedule
}): DelayedJobs<Job> {
	const waiting = new Set<{ job: Job; cancel(): void }>()
	return {
		add(job) {
			if (waiting.size >= atMost) throw busy()
			const start = () => {
				if (waiting.delete(entry)) run(job)
			}
			const entry = { job, ...schedule(start, randomInt(pauseMs.from, pauseMs.to)) }
			waiting.add(entry)
		},
		runAll() {
			for (const entry of waiting) {
				entry.cancel()
				waiting.delete(entry)
				run(entry.job)
			}
		},
	}
}
