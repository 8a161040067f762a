import { busy } from '#server/http/problems.ts'
import { randomBetween } from '#server/tokens.ts'

export type Schedule = (run: () => void, ms: number) => { cancel(): void }

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
 * The moment of a time of day on a date. A skipped hour maps to the one after it, or to the one before if that would be the
 * next day; a repeated hour maps to its first occurrence. Null for a day that a zone has skipped.
 */
export function momentOn(day: Temporal.PlainDate, time: TimeOfDay, timeZone: string): number | null {
	const local = day.toPlainDateTime(Temporal.PlainTime.from(time))
	for (const disambiguation of ['compatible', 'earlier'] as const) {
		const at = local.toZonedDateTime(timeZone, { disambiguation })
		if (at.toPlainDate().equals(day)) return at.epochMilliseconds
	}
	return null
}

const DAYS_AROUND = [-2, -1, 0, 1, 2]

function momentsAround(time: TimeOfDay, now: Date, timeZone: string): number[] {
	const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
	return DAYS_AROUND.map((days) => momentOn(today.add({ days }), time, timeZone)).filter((at) => at !== null)
}

export const lastTimeOfDay = (time: TimeOfDay, now: Date, timeZone: string): Date =>
	new Date(Math.max(...momentsAround(time, now, timeZone).filter((at) => at <= now.getTime())))

/** The first occurrence after `now`; 23 to 25 hours after the last one if clocks change. */
export const nextTimeOfDay = (time: TimeOfDay, now: Date, timeZone: string): Date =>
	new Date(Math.min(...momentsAround(time, now, timeZone).filter((at) => at > now.getTime())))

export type DelayedJobs<Job> = {
	add(job: Job): void
	runAll(): void
}

/**
 * Runs each job after a random delay, so that its timing does not reveal which request caused it or whether one did.
 * `atMost` bounds memory and the rate of jobs in a flood.
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
			const entry = { job, ...schedule(start, randomBetween(pauseMs.from, pauseMs.to)) }
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
