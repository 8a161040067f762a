import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import { migrations } from '#db/migrations.ts'
import { systemClock } from '#server/process/clock.ts'
import { dataFileIn, headerOf } from '#server/process/data/data-file.ts'
import { type RecurringJob, recurringJob } from '#server/process/recurring-job.ts'
import { cleaningUpAtSignal } from '#server/process/signals.ts'
import type { Config } from '#server/settings/config.ts'
import { StartRefused } from '#server/start-refused.ts'
import type { BackupJob, BackupReport } from './backup.worker.ts'
import { type BackupPlace, backupFolder, backupName, type Pruning, pruneBackups, pruningOf } from './backup-folder.ts'
import { type BackupLog, type BackupRuns, backUpInWorker, logReport } from './backup-worker-client.ts'
import type { CheckedBackup } from './check-backup.ts'
import { dueBackup, isLongOverdue, type NotDue } from './daily-backup.ts'
import { makeBackup } from './make-backup.ts'

/**
 * The server checks whether a backup is due a minute after its start, or after seconds if a day was missed, and then each
 * hour. The age of the newest backup decides, not a timer of a day: machines sleep, restart, and have their clocks set.
 */
const CHECKS = { firstMs: 60_000, firstIfLongOverdueMs: 5000, everyMs: 3_600_000 }

/** Stopping it does not end a backup that is being made; `runs` cancels that. */
export function startBackups(config: Config, work: DailyWork, clock = systemClock): RecurringJob {
	const firstMs = wasLongMissed(config, clock.now()) ? CHECKS.firstIfLongOverdueMs : CHECKS.firstMs
	return recurringJob(clock, {
		next: (lastCheck) => new Date((lastCheck ?? clock.now()).getTime() + (lastCheck ? CHECKS.everyMs : firstMs)),
		run: async () => void (await backUpIfDue(config, work, clock.now())),
		failed: (error) => work.log.failure(FAILED, error),
	})
}

/** A folder that cannot be read keeps no server from starting; the first check says what is wrong with it. */
function wasLongMissed(config: Pruning, now: Date): boolean {
	try {
		return isLongOverdue(config, now)
	} catch {
		return false
	}
}

/** `made` is called with the path of each that is whole and on the disk. */
export type DailyWork = { log: BackupLog; runs: BackupRuns; made?: (path: string) => void }

/**
 * Starts the daily backup if there is none of the last day, and removes those the keep rule no longer keeps. While
 * another one is being made it waits for the next check. What it answers never rejects: a failure is in the log.
 */
export function backUpIfDue(config: Pruning, work: DailyWork, now: Date): Promise<void> | null {
	const { log, runs, made = () => {} } = work

	function ended(report: BackupReport, target: string) {
		logReport(log, { target, failed: FAILED }, report)
		if (report.made) made(target)
	}

	try {
		const due = dueBackup(config, now)
		if ('why' in due) return null
		const report = runs.begin(due.job)
		if (!report) due.release()
		return report?.finally(due.release).then((report) => ended(report, due.job.target)) ?? null
	} catch (error) {
		log.failure(FAILED, error)
		runs.notBegun()
		return null
	}
}

const FAILED = 'No backup was made; the next try is in an hour'

export type MadeBackup = CheckedBackup & { path: string; at: Date }

/** A backup made by command, in the backup folder or at `path`. */
export async function backUpByHand(place: BackupPlace, path?: string): Promise<MadeBackup> {
	const job = jobByHand(place, path)
	refuseNoData(place)
	return madeBackup(job, whole(await reportOf(job)))
}

export type DailyBackup = MadeBackup & Pick<WholeReport, 'removed' | 'pruneError'>

/** The daily backup made by command, where a server does not run for long enough to make it. */
export async function backUpDaily(config: Pruning, now = new Date()): Promise<DailyBackup | NotDue> {
	refuseNoData(config)
	const due = dueBackup(config, now)
	if ('why' in due) return due
	const report = whole(await reportOf(due.job).finally(due.release))
	const { removed, pruneError } = report
	return { ...madeBackup(due.job, report), removed, pruneError }
}

/** For a command, which a signal ends. */
function reportOf(job: BackupJob): Promise<BackupReport> {
	const { report, cancel } = backUpInWorker(job)
	return cleaningUpAtSignal(cancel, report)
}

function refuseNoData({ dataDir }: BackupPlace) {
	if (existsSync(dataFileIn(dataDir))) return
	throw new StartRefused(`There is no Backseat in ${dataDir}. Set --data-dir to its data folder.`, EXIT.noDataFolder)
}

type WholeReport = Extract<BackupReport, { made: true }>

function whole(report: BackupReport): WholeReport {
	if (!report.made) throw new StartRefused(report.reason, report.exitCode, { problem: report.problem })
	return report
}

const madeBackup = ({ target, now }: BackupJob, { checked }: WholeReport): MadeBackup => ({
	path: target,
	at: now,
	...checked,
})

/** What is to be done for one that a host or an operator asked for, now. It removes no others. */
export function jobByHand(place: BackupPlace, path?: string): BackupJob {
	let at = new Date()
	// A name is exact to the second. Without a name given, one that is taken is avoided instead of refused.
	while (path === undefined && existsSync(nameIn(place, at))) at = new Date(at.getTime() + 1000)
	return { source: dataFileIn(place.dataDir), target: path ?? nameIn(place, at), pruning: null, now: at }
}

const nameIn = (place: BackupPlace, at: Date) => join(backupFolder(place), backupName(at, 'manual'))

/**
 * Makes the backup before data of an older schema version are migrated, in the worker: meanwhile the port answers that
 * the server is starting. Null when none is due or none could be made; opening the data then reports what is wrong.
 */
export async function backUpIfOlder(config: Pruning): Promise<string | null> {
	const source = dataFileIn(config.dataDir)
	if (!isOlder(source)) return null
	const now = new Date()
	const target = nameBeforeMigration(config, now)
	const report = await backUpInWorker({ source, target, pruning: pruningOf(config), now }).report
	return report.made ? target : null
}

function isOlder(source: string): boolean {
	try {
		const header = headerOf(source)
		return header !== null && header.schemaVersion > 0 && header.schemaVersion < migrations.length
	} catch {
		return false
	}
}

const nameBeforeMigration = (config: BackupPlace, at: Date) =>
	join(backupFolder(config), backupName(at, `before-v${migrations.length}`))

/**
 * The same right before the migration (db/migrate.ts), where the worker's was not made. Answers where it is; if it
 * throws, nothing is changed. A start that fails may be repeated many times, so old ones of these are removed at once.
 */
export const backUpBeforeMigration = (config: Pruning) => (): string => {
	const target = nameBeforeMigration(config, new Date())
	makeBackup({ source: dataFileIn(config.dataDir), target })
	try {
		pruneBackups(config)
	} catch {
		// A backup too many does no harm; the one that matters is made.
	}
	return target
}
