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

type TimeOfDay = { hour: number; minute: number }

/**
 * When it is this time on a day. An hour that clocks skip is the one after it, or before it where that would be the next day; one
 * that they repeat is the first. Null for a day that a zone has skipped.
 */
export function momentOn(day: Temporal.PlainDate, time: TimeOfDay, timeZone: string): number | null {
	const local = day.toPlainDateTime(Temporal.PlainTime.from(time))
	for (const disambiguation of ['compatible', 'earlier'] as const) {
		const at = local.toZonedDateTime(timeZone, { disambiguation })
		if (at.toPlainDate().equals(day)) return at.epochMilliseconds
	}
	return null
}

/** A zone has skipped one day at most. */
const DAYS_AROUND = [-2, -1, 0, 1, 2]

function momentsAround(time: TimeOfDay, now: Date, timeZone: string): number[] {
	const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
	return DAYS_AROUND.map((days) => momentOn(today.add({ days }), time, timeZone)).filter((at) => at !== null)
}

/** The last moment until `now`, itself included, at which it was this time of day. */
export const lastTimeOfDay = (time: TimeOfDay, now: Date, timeZone: string): Date =>
	new Date(Math.max(...momentsAround(time, now, timeZone).filter((at) => at <= now.getTime())))

/** The first moment after `now` at which it is this time of day: 23 to 25 hours after the last where clocks change. */
export const nextTimeOfDay = (time: TimeOfDay, now: Date, timeZone: string): Date =>
	new Date(Math.min(...momentsAround(time, now, timeZone).filter((at) => at > now.getTime())))

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
