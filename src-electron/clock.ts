export type Clock = {
	/** Monotonic, in milliseconds. */
	now(): number
	/** Returns a function that cancels it. */
	after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
	now: () => performance.now(),
	after(ms, run) {
		const timer = setTimeout(run, ms)
		return () => clearTimeout(timer)
	},
}

/** Returns a function that stops it. */
export type Every = (ms: number, run: () => void) => () => void

export const repeat: Every = (ms, run) => {
	const timer = setInterval(run, ms)
	return () => clearInterval(timer)
}
