/** A wall clock and timers that advance only when a test advances them, together or separately. */
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
		/** Runs the timers for this long. The wall clock advances too, to `to` if it is given. */
		async pass(ms: number, to = wall + ms) {
			elapsed += ms
			wall = to
			for (const timer of [...timers]) if (timer.at <= elapsed && timers.delete(timer)) timer.run()
			await new Promise(setImmediate)
		},
	}
}
