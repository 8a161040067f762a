/** Those who write are done sooner. One that never ends must not stop all others for good. */
const PATIENCE_MS = 10_000

export type WriteTurns = ReturnType<typeof writeTurns>

/**
 * Turns for writing within one process. SQLite has one writer at a time, and whoever waits for it holds the event loop. So
 * what writes for long does that on another thread, alone, and those who write in the meantime wait here.
 */
export function writeTurns() {
	/** Of those who share, how many write, and how many of them want to be alone. */
	let [sharing, alone] = [0, 0]
	/** Settles when the last of those who want to be alone is done. */
	let line: Promise<unknown> = Promise.resolve()
	let changed = Promise.withResolvers<void>()

	function change() {
		changed.resolve()
		changed = Promise.withResolvers()
	}

	async function untilOthersAreDone() {
		let isOver = false
		const patience = setTimeout(() => {
			isOver = true
			change()
		}, PATIENCE_MS)
		while (sharing > alone && !isOver) await changed.promise
		clearTimeout(patience)
	}

	return {
		/** Whether one writes alone, or is about to. What can be left for later is. */
		areTaken: () => alone > 0,

		/** Among others; at once, unless one is alone. */
		async share<T>(work: () => T): Promise<Awaited<T>> {
			while (alone > 0) await line
			sharing += 1
			try {
				return await work()
			} finally {
				sharing -= 1
				change()
			}
		},

		/** For one who shares: waits until the others are done, and keeps new ones waiting until `work` is. */
		async alone<T>(work: () => Promise<T>): Promise<T> {
			alone += 1
			change()
			const [before, { promise: done, resolve }] = [line, Promise.withResolvers<void>()]
			line = done
			try {
				await before
				await untilOthersAreDone()
				return await work()
			} finally {
				alone -= 1
				resolve()
				change()
			}
		},

		/** Settles when nobody is alone any more. */
		async areFree() {
			while (alone > 0) await line
		},
	}
}
