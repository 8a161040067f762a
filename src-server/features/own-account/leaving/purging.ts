import { isRewrittenAtNight } from '#db/file/vacuum.ts'
import type { Context } from '#server/context.ts'
import type { LongWrites } from '#server/long-writes/long-writes.ts'
import { lastTimeOfDay, nextTimeOfDay } from '#server/process/clock.ts'
import { recurringJob } from '#server/process/recurring-job.ts'
import { timeZoneOf } from '#server/settings/time-zone.ts'
import { rewriteFile, type Traces } from './leave.ts'

/** The pause doubles after each failure. A backup reads for seconds, a command for less. */
const PAUSE_MS = { first: 1000, longest: 60_000 }
/** Consecutive failures before a warning, about a minute. */
const WARNED_AFTER = 7
/** Rewriting blocks all writes. A rest of 20 times as long keeps that below 5 % of the time. */
const REST = 20

/** Local time of the server, or of the setting `time-zone`. */
const NIGHT = { hour: 3, minute: 0 }
/** Delays work left by an earlier process, so that the first requests are fast. */
const AFTER_START_MS = 60_000

/**
 * Removes remains of deleted accounts from free pages and the write-ahead log, in the background if another program has
 * the file open. Deletions close together share one rewrite. Large files wait for the next night, or for the next start
 * if that night was missed.
 */
export function createPurging({ db, queries, log, clock, config }: Context, longWrites: LongWrites) {
	let isRewriteDue = queries.leaving.rewriteDue() !== undefined
	let isDone = true
	let isRunning = false
	/** True between two runs; deletions in this time share the next run. */
	let isResting = false
	let failures = 0
	let nextAt = isRewriteDue ? inMs(AFTER_START_MS) : null
	const job = recurringJob(clock, {
		next: () => nextAt,
		run: runIfDue,
		failed: (error) => log.failure(FAILED, error),
	})

	function inMs(ms: number): Date {
		return new Date(clock.now().getTime() + ms)
	}

	async function purge() {
		isRewriteDue = true
		if (!isResting && !isRunning) await run()
	}

	function isTime(): boolean {
		if (!isRewrittenAtNight(db)) return true
		const due = queries.leaving.rewriteDue()
		return due !== undefined && lastTimeOfDay(NIGHT, clock.now(), timeZoneOf(config)) > due.since
	}

	async function run() {
		isRunning = true
		const start = performance.now()
		const isRewriting = isRewriteDue && isTime()
		if (isRewriting && isRewrittenAtNight(db)) log.info(BEGUN)
		const traces = await removeTraces(isRewriting)
		isRunning = false
		if (isRewriting) isRewriteDue = traces.isRewriteDue
		isDone = traces.isDone
		const restMs = isRewriting ? (performance.now() - start) * REST : 0
		if (isDone && failures >= WARNED_AFTER) log.info('What was deleted is gone from the data file and its log, too.')
		failures = isDone ? 0 : failures + 1
		if (failures === WARNED_AFTER) log.warn(STILL_THERE)
		const pauseMs = isDone ? 0 : Math.min(PAUSE_MS.first * 2 ** (failures - 1), PAUSE_MS.longest)
		isResting = true
		nextAt = inMs(Math.max(restMs, pauseMs))
		job.reschedule()
	}

	async function removeTraces(isRewriting: boolean): Promise<Traces> {
		if (config.checkpoint === 'external') return { isRewriteDue: false, isDone: true }
		try {
			return await longWrites.run('removeTraces', isRewriting)
		} catch (error) {
			log.failure(FAILED, error)
			return { isRewriteDue: true, isDone: false }
		}
	}

	async function runIfDue() {
		isResting = false
		nextAt = isRewriteDue ? nextTimeOfDay(NIGHT, clock.now(), timeZoneOf(config)) : null
		const isDue = () => !isResting && !isRunning && (!isDone || (isRewriteDue && isTime()))
		if (isDue()) await db.turns.share(() => db.turns.alone(async () => isDue() && (await run())))
	}

	/** Skips large files, because a stop must be quick. The log is emptied when the database is closed. */
	function finish() {
		void job.stop()
		if (isRewriteDue && !isRewrittenAtNight(db) && rewriteFile({ db, queries }) === 'busy') log.warn(LEFT_BEHIND)
		isRewriteDue = false
	}

	return { purge, finish }
}

const FAILED = 'The data file could not be rewritten'
const BEGUN =
	'The data file is written anew, without what deleted accounts have left in unused parts of it. Until that is done, what is to be saved waits.'
const STILL_THERE =
	'A deleted account can still be read in unused parts of backseat.db, or in backseat.db-wal: for a minute another program has been using the data, or the disk has had no room for a copy of them. This is tried again each minute.'
const LEFT_BEHIND =
	'A deleted account can still be read in unused parts of backseat.db: another program is writing to the data, or the disk has no room for a copy of them. It is removed after the next start.'
