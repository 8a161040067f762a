import type { Context } from '#server/context.ts'

/** How long to wait before trying again: twice as long each time. A backup reads for seconds, a command for less. */
const PAUSE_MS = { first: 1000, longest: 60_000 }
/** The number of pauses, a minute together, after which the operator is warned. */
const WARNED_AFTER = 7

/**
 * Empties the write-ahead log after an account was deleted, so that nothing of it is left there. While somebody reads
 * the data it cannot be emptied: it is tried again in the background until it is done.
 */
export function createWalEmptying({ db, log, clock }: Context) {
	let waiting: { cancel(): void } | null = null
	let pauses = 0

	const stop = () => {
		waiting?.cancel()
		waiting = null
	}

	const emptyWal = () => {
		stop()
		if (db.emptyWal() === 'busy') {
			pauses += 1
			if (pauses === WARNED_AFTER) log.warn(STILL_THERE)
			waiting = clock.schedule(emptyWal, Math.min(PAUSE_MS.first * 2 ** (pauses - 1), PAUSE_MS.longest))
			return
		}
		if (pauses >= WARNED_AFTER) log.info('What was deleted is gone from the write-ahead log, too.')
		pauses = 0
	}

	return { emptyWal, stop }
}

const STILL_THERE =
	'A deleted account can still be read in backseat.db-wal: another program has been reading the data for a minute. It goes when that program stops; this is tried again each minute.'
