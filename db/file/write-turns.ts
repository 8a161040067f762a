/**
 * How long a long write waits for short ones. They normally end sooner, but one that hangs must not block all others
 * for good.
 */
const PATIENCE_MS = 10_000

export type WriteTurns = ReturnType<typeof writeTurns>

/**
 * A shared/exclusive lock for writes within one process. SQLite has one writer at a time, and waiting for it inside SQLite
 * blocks the event loop. So a long write runs on another thread with the exclusive lock, and other writes wait here.
 */
export function writeTurns() {
	/** `sharing` counts the holders of the shared lock, `alone` the holders and waiters of the exclusive one. */
	let [sharing, alone] = [0, 0]
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
		areTaken: () => alone > 0,

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

		/** Call within `share`: waits for other writes to end, then runs `work` while new ones wait. */
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

		async areFree() {
			while (alone > 0) await line
		},
	}
}
