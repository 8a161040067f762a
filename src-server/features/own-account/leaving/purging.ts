import type { Context } from '#server/context.ts'
import type { LongWrites } from './long-writes.ts'

/** How long to wait before trying again: twice as long each time. A backup reads for seconds, a command for less. */
const PAUSE_MS = { first: 1000, longest: 60_000 }
/** The number of pauses, a minute together, after which the operator is warned. */
const WARNED_AFTER = 7
/** Nobody writes while the file is rewritten. Pauses of so many times as long keep that below 5 % of the time. */
const REST = 20

/**
 * Removes from the data file and its write-ahead log what is left there of a deleted account: at once, or in the
 * background while another program uses the data. Accounts that are deleted soon after each other share one rewrite.
 */
export function createPurging({ db, log, clock }: Context, longWrites: Pick<LongWrites, 'removeTraces'>) {
	/** Something was deleted after the last rewrite. */
	let isRewriteDue = false
	let isDone = true
	let isRunning = false
	let waiting: { cancel(): void } | null = null
	let failures = 0

	/** Call it within `turns.alone`. */
	async function purge() {
		isRewriteDue = true
		if (!waiting && !isRunning) await run()
	}

	async function run() {
		isRunning = true
		const begun = performance.now()
		const wasRewriteDue = isRewriteDue
		const traces = await longWrites.removeTraces(isRewriteDue)
		isRunning = false
		isRewriteDue = traces.isRewriteDue
		isDone = traces.isDone
		const restMs = wasRewriteDue ? (performance.now() - begun) * REST : 0
		if (isDone && failures >= WARNED_AFTER) log.info('What was deleted is gone from the data file and its log, too.')
		failures = isDone ? 0 : failures + 1
		if (failures === WARNED_AFTER) log.warn(STILL_THERE)
		const pauseMs = isDone ? 0 : Math.min(PAUSE_MS.first * 2 ** (failures - 1), PAUSE_MS.longest)
		waiting = clock.schedule(runAgain, Math.max(restMs, pauseMs))
	}

	function runAgain() {
		waiting = null
		const isDue = () => !waiting && !isRunning && (!isDone || isRewriteDue)
		if (isDue()) void db.turns.share(() => db.turns.alone(async () => isDue() && (await run())))
	}

	/** Does what is still to be done, at once. The log is emptied when the data are closed. */
	function finish() {
		waiting?.cancel()
		waiting = null
		if (isRewriteDue && db.rewrite() === 'busy') log.warn(LEFT_BEHIND)
		isRewriteDue = false
	}

	return { purge, finish }
}

const STILL_THERE =
	'A deleted account can still be read in unused parts of backseat.db, or in backseat.db-wal: for a minute another program has been using the data, or the disk has had no room for a copy of them. This is tried again each minute.'
const LEFT_BEHIND =
	'A deleted account can still be read in unused parts of backseat.db: another program is writing to the data, or the disk has no room for a copy of them. It is removed when the next account is deleted.'
