/** Time as the supervisor sees it; tests bring their own. */
export type Clock = {
	/** Milliseconds that only go up, whatever happens to the wall clock. */
	now(): number
	/** Runs it once after so many milliseconds. The answer calls it off. */
	after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
	now: () => performance.now(),
	after(ms, run) {
		const timer = setTimeout(run, ms)
		return () => clearTimeout(timer)
	},
}
