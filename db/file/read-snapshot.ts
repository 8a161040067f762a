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
	let isOpen = false
	let since = 0
	let isOver = false

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
		},
		end,
		/** Before the file is closed: it would stay open for as long as there are statements. */
		endForGood() {
			end()
			isOver = true
			for (const statement of [begin, commit]) statement.finalize()
		},
	}
}
