import { randomInt } from 'node:crypto'
import { busy } from '#server/http/problems.ts'

/** Calls back after so many milliseconds, unless it is called off. Tests bring one that needs no time. */
export type Schedule = (run: () => void, ms: number) => { cancel(): void }

export const byTimer: Schedule = (run, ms) => {
	const timer = setTimeout(run, ms)
	return { cancel: () => clearTimeout(timer) }
}

export type DelayedJobs<Job> = {
	/** Throws 'busy' when too many are waiting, whoever asks. */
	add(job: Job): void
	/** Runs all that are waiting at once, the oldest first: the server stops. */
	runAll(): void
}

/**
 * Runs each job after a random pause of its own, so that nobody can tell from what they see of the server which request
 * a job belongs to, or whether there was one. `atMost` bounds the memory, and how often jobs run in a flood.
 */
export function delayedJobs<Job>(house: {
	run: (job: Job) => void
	pauseMs: { from: number; to: number }
	atMost: number
	schedule?: Schedule
}): DelayedJobs<Job> {
	const { run, pauseMs, atMost, schedule = byTimer } = house
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
