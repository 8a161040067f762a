import type { Database as Sqlite } from 'bun:sqlite'

/** The maximum age of a snapshot: other programs' writes become visible this late at most. */
const OLDEST_MS = 1

/**
 * One snapshot of the file for all reads in one turn of the event loop. A single statement spends 3.1 of its 3.6 µs on
 * SQLite's lock; a transaction pays that once. Writes of this process end the snapshot first, so reads can only miss other
 * programs' writes of the last millisecond.
 */
export function readSnapshot(sqlite: Sqlite) {
	const begin = sqlite.prepare('BEGIN')
	const commit = sqlite.prepare('COMMIT')
	const dataVersion = sqlite.prepare<{ data_version: number }, []>('PRAGMA data_version')
	let isOpen = false
	let since = 0
	let isOver = false
	let seenVersion: number | undefined
	let generation = 0

	function end() {
		if (!isOpen) return
		isOpen = false
		// After some errors SQLite has already ended the transaction.
		if (sqlite.inTransaction) commit.run()
	}

	return {
		/** Does nothing within a write, which has its own snapshot. */
		begin() {
			if (isOver) return
			const now = performance.now()
			if (isOpen) {
				if (now - since < OLDEST_MS) return
				end()
			} else setImmediate(end)
			begin.run()
			isOpen = true
			since = now
			const version = dataVersion.get()?.data_version
			// Nothing has been read before the first snapshot.
			if (seenVersion !== undefined && version !== seenVersion) generation++
			seenVersion = version
		},
		end,
		/**
		 * Changes with each write of this process as soon as it starts, and with other programs' writes from the next `begin`
		 * on.
		 */
		generation: () => generation,
		endForWrite() {
			end()
			generation++
		},
		/** Call before closing: SQLite keeps the file open while prepared statements exist. */
		endForGood() {
			end()
			isOver = true
			for (const statement of [begin, commit, dataVersion]) statement.finalize()
		},
	}
}
