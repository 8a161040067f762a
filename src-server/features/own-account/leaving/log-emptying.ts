import type { Context } from '#server/context.ts'

/** A backup reads for seconds, a command for less. The first pause; each one after it is twice as long, up to a minute. */
const PAUSE_MS = { first: 1000, longest: 60_000 }
/** Pauses after which its operator hears of it: by then a minute has passed. */
const TOLD_AFTER = 7

/**
 * Sees to it that a deleted account goes from the write-ahead log too. Nobody waits for a reader who holds that up: it is
 * tried again until it is done.
 */
export function createLogEmptying({ db, log, clock }: Context) {
	let waiting: { cancel(): void } | null = null
	let pauses = 0

	const stop = () => {
		waiting?.cancel()
		waiting = null
	}

	const emptyLog = () => {
		stop()
		if (db.emptyLog() === 'busy') {
			pauses += 1
			if (pauses === TOLD_AFTER) log.warn(STILL_THERE)
			waiting = clock.schedule(emptyLog, Math.min(PAUSE_MS.first * 2 ** (pauses - 1), PAUSE_MS.longest))
			return
		}
		if (pauses >= TOLD_AFTER) log.info('What was deleted is gone from the write-ahead log, too.')
		pauses = 0
	}

	return { emptyLog, stop }
}

const STILL_THERE =
	'A deleted account can still be read in backseat.db-wal: another program has been reading the data for a minute. It goes when that program stops; this is tried again each minute.'
