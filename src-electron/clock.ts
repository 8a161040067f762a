export type Clock = {
	now(): number
	after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
	now: () => performance.now(),
	after(ms, run) {
		const timer = setTimeout(run, ms)
		return () => clearTimeout(timer)
	},
}

export type Every = (ms: number, run: () => void) => () => void

export const repeat: Every = (ms, run) => {
	const timer = setInterval(run, ms)
	return () => clearInterval(timer)
}
