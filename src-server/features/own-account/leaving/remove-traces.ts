import type { Database } from '#db/database.ts'

/** `isRewriteDue`: something was deleted since the file was last rewritten. `isDone`: nothing is left to be read. */
export type Traces = { isRewriteDue: boolean; isDone: boolean }

/** `patienceMs`: how long to wait for readers. */
export function removeTraces(db: Database, isRewriteDue: boolean, patienceMs = 0): Traces {
	// First, because while another program reads, each rewrite would make the log longer by the whole file.
	if (db.emptyWal(patienceMs) === 'busy') return { isRewriteDue, isDone: false }
	const isStillDue = isRewriteDue && db.rewrite(patienceMs) === 'busy'
	// Also when there was no room for the rewrite: it is the log that has taken the room.
	const isEmpty = !isRewriteDue || db.emptyWal(patienceMs) !== 'busy'
	return { isRewriteDue: isStillDue, isDone: isEmpty && !isStillDue }
}
