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
