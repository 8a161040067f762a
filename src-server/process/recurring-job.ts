import type { Clock } from './clock.ts'

/** A machine that slept, or whose clock was set, catches up within this time: timers do not run during sleep. */
const CHECK_EVERY_MS = 10_000

export type RecurringJob = {
	/** Starts no more runs. Resolves when the last one has ended. */
	stop(): Promise<void>
}

/**
 * Runs a job whenever it is due by the wall clock. `next` says when, from the time at which the last run began, or null before
 * the first. A run that is due at once begins at once. `run` must not reject.
 */
export function recurringJob(
	clock: Clock,
	{ next, run }: { next: (lastRun: Date | null) => Date; run: () => Promise<void> },
): RecurringJob {
	let lastRun: Date | null = null
	let due = next(null)
	let askedAt = clock.now()
	let waiting: { cancel(): void } | null = null
	let running: Promise<void> | null = null
	let hasStopped = false

	function ask() {
		askedAt = clock.now()
		due = next(lastRun)
		wait()
	}

	function wait() {
		waiting?.cancel()
		waiting = null
		if (hasStopped) return
		const untilDue = due.getTime() - clock.now().getTime()
		waiting = clock.schedule(check, Math.max(0, Math.min(untilDue, CHECK_EVERY_MS)))
	}

	function check() {
		waiting = null
		const now = clock.now()
		// A clock that was set back says nothing about how long ago the last run was.
		const isSetBack = now < askedAt
		askedAt = now
		if (!isSetBack && due > now) return wait()
		lastRun = now
		running = run().finally(() => {
			running = null
			ask()
		})
	}

	check()
	return {
		async stop() {
			hasStopped = true
			waiting?.cancel()
			await running
		},
	}
}
