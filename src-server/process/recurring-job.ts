import type { Clock } from './clock.ts'

/** Timers pause during sleep, so the wall clock is checked this often to catch up after sleep or a clock change. */
const CHECK_EVERY_MS = 10_000
const RETRY_AFTER_MS = 60_000

export type RecurringJob = {
	/** Calls `next` again because its result may have changed. */
	reschedule(): void
	/** Resolves when the current run has ended. */
	settled(): Promise<void>
	/** Prevents further runs and resolves when the current one has ended. */
	stop(): Promise<void>
}

/**
 * Runs a job when it is due by the wall clock. `next` computes the due time from the start of the last run, or from
 * null before the first run; it returns null if the job should wait for `reschedule`. An overdue job runs at once, and
 * only once even if several due times have passed. `failed` receives the errors of `next` and `run`. `stop` aborts the
 * signal of `run`.
 */
export function recurringJob(
	clock: Clock,
	{
		next,
		run,
		failed,
	}: {
		next: (lastRun: Date | null) => Date | null
		run: (signal: AbortSignal) => Promise<void>
		failed: (error: unknown) => void
	},
): RecurringJob {
	const stopping = new AbortController()
	let lastRun: Date | null = null
	let due: Date | null = null
	let checkedAt = clock.now()
	let waiting: { cancel(): void } | null = null
	let running: Promise<void> | null = null

	function plan() {
		if (stopping.signal.aborted) return
		try {
			due = next(lastRun)
		} catch (error) {
			failed(error)
			due = new Date(clock.now().getTime() + RETRY_AFTER_MS)
		}
	}

	function wait() {
		waiting?.cancel()
		waiting = null
		if (stopping.signal.aborted || due === null) return
		const untilDue = due.getTime() - clock.now().getTime()
		waiting = clock.schedule(check, Math.max(0, Math.min(untilDue, CHECK_EVERY_MS)))
	}

	function check() {
		waiting = null
		const now = clock.now()
		// After the clock was set back, the time since the last run is unknown.
		const isSetBack = now < checkedAt
		checkedAt = now
		if (due === null || (!isSetBack && due > now)) return wait()
		lastRun = now
		running = runOnce()
	}

	async function runOnce() {
		try {
			await run(stopping.signal)
		} catch (error) {
			failed(error)
		}
		running = null
		plan()
		wait()
	}

	plan()
	check()
	return {
		reschedule() {
			if (running) return
			plan()
			wait()
		},
		async settled() {
			await running
		},
		async stop() {
			stopping.abort()
			waiting?.cancel()
			await running
		},
	}
}
