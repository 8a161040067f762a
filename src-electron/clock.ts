/** Time as the app's main process sees it; tests pass their own. */
export type Clock = {
	/** Milliseconds that only go up, whatever happens to the wall clock. */
	now(): number
	/** Runs it once after this many milliseconds. Returns a function that cancels it. */
	after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
	now: () => performance.now(),
	after(ms, run) {
		const timer = setTimeout(run, ms)
		return () => clearTimeout(timer)
	},
}

/** Runs it again and again. Returns a function that stops it. */
export type Every = (ms: number, run: () => void) => () => void

export const repeat: Every = (ms, run) => {
	const timer = setInterval(run, ms)
	return () => clearInterval(timer)
}
