import type { Database as Sqlite } from 'bun:sqlite'

/** No answer misses what another program has written for longer than this. */
const OLDEST_MS = 1

/**
 * One snapshot of the file for all that is read in one turn of the event loop. A statement alone takes and gives back
 * SQLite's lock, 3.1 of its 3.6 µs; within a transaction that is read once. Whatever this process writes ends the
 * snapshot first, so only other programs' writes could be missed, those of the last millisecond.
 */
export function readSnapshot(sqlite: Sqlite) {
	const begin = sqlite.prepare('BEGIN')
	const commit = sqlite.prepare('COMMIT')
	const dataVersion = sqlite.prepare<{ data_version: number }, []>('PRAGMA data_version')
	let isOpen = false
	let since = 0
	let isOver = false
	let seenVersion = Number.NaN
	let generation = 0

	function end() {
		if (!isOpen) return
		isOpen = false
		// After some errors SQLite has ended the transaction already.
		if (sqlite.inTransaction) commit.run()
	}

	return {
		/** From here to the end of this turn of the event loop. Not within a write, which has its own. */
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
			// Of the snapshot: it changes with whatever other connections commit.
			const version = dataVersion.get()?.data_version ?? Number.NaN
			if (version !== seenVersion) generation++
			seenVersion = version
		},
		end,
		/** Another number after each write, of this process as soon as it has begun, of others from the next `begin` on. */
		generation: () => generation,
		/** Before this process writes. */
		endForWrite() {
			end()
			generation++
		},
		/** Before the file is closed: it would stay open for as long as there are statements. */
		endForGood() {
			end()
			isOver = true
			for (const statement of [begin, commit, dataVersion]) statement.finalize()
		},
	}
}
