import type { Clock } from './clock.ts'

/** Timers pause during sleep, so the wall clock is checked this often to catch up after sleep or a clock change. */
const CHECK_EVERY_MS = 10_000

export type RecurringJob = {
	stop(): Promise<void>
}

/**
 * Runs a job when it is due by the wall clock. `next` computes the due time from the start of the last run, or from null
 * before the first. A job that is already due runs at once. `run` must not reject.
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
		// After the clock was set back, the time since the last run is unknown.
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
