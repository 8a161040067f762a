/** A wall clock and timers that move only when a test moves them, together or apart. */
export function testClock(start: number) {
	let wall = start
	let elapsed = 0
	const timers = new Set<{ at: number; ms: number; run: () => void }>()
	return {
		clock: {
			now: () => new Date(wall),
			schedule: (run: () => void, ms: number) => {
				const timer = { at: elapsed + ms, ms, run }
				timers.add(timer)
				return { cancel: () => timers.delete(timer) }
			},
		},
		/** The delays of the pending timers, as they were requested. */
		delays: () => [...timers].map(({ ms }) => ms),
		/** Sets the wall clock only. */
		setClock: (moment: number) => {
			wall = moment
		},
		/** Lets the timers run for this long, and the wall clock, too, unless `to` is where it jumps meanwhile. */
		async pass(ms: number, to = wall + ms) {
			elapsed += ms
			wall = to
			for (const timer of [...timers]) if (timer.at <= elapsed && timers.delete(timer)) timer.run()
			await new Promise(setImmediate)
		},
	}
}
