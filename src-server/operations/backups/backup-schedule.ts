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
import { VERSION } from '#server/version.ts'
import type { BackupJob, BackupReport } from './backup.worker.ts'
import {
	type BackupPaths,
	backupFolder,
	backupName,
	beforeUpdate,
	type Pruning,
	pruneBackups,
	pruningOf,
} from './backup-folder.ts'
import { type BackupLog, type BackupRuns, backUpInWorker, logReport } from './backup-worker-client.ts'
import type { CheckedBackup } from './check-backup.ts'
import { dueBackup, isLongOverdue, type NotDue } from './daily-backup.ts'
import { makeBackup } from './make-backup.ts'

/**
 * Checks one minute after the start (seconds if a day was missed) and then hourly. The age of the newest backup decides
 * instead of a daily timer, because machines sleep, restart and have their clocks set.
 */
const CHECKS = { firstMs: 60_000, firstIfLongOverdueMs: 5000, everyMs: 3_600_000 }

/** Stopping the schedule does not cancel a backup in progress; stopping `runs` does. */
export function startBackups(config: Config, work: DailyWork, clock = systemClock): RecurringJob {
	const firstMs = wasLongMissed(config, clock.now()) ? CHECKS.firstIfLongOverdueMs : CHECKS.firstMs
	return recurringJob(clock, {
		next: (lastCheck) => new Date((lastCheck ?? clock.now()).getTime() + (lastCheck ? CHECKS.everyMs : firstMs)),
		run: async () => void (await backUpIfDue(config, work, clock.now())),
		failed: (error) => work.log.failure(FAILED, error),
	})
}

/** An unreadable folder must not prevent the start; the first check reports it. */
function wasLongMissed(config: Pruning, now: Date): boolean {
	try {
		return isLongOverdue(config, now)
	} catch {
		return false
	}
}

export type DailyWork = { log: BackupLog; runs: BackupRuns; made?: (path: string) => void }

/**
 * Makes the daily backup if there is none from the last day, and prunes old ones. Waits for the next check while another backup is
 * in progress. The returned promise never rejects; failures are logged.
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
		runs.failedToStart()
		return null
	}
}

const FAILED = 'No backup was made; the next try is in an hour'

export type MadeBackup = CheckedBackup & { path: string; at: Date }

export async function backUpByHand(paths: BackupPaths, path?: string): Promise<MadeBackup> {
	const job = jobByHand(paths, path)
	refuseNoData(paths)
	return madeBackup(job, whole(await reportOf(job)))
}

export type DailyBackup = MadeBackup & Pick<WholeReport, 'removed' | 'pruneError'>

export async function backUpDaily(config: Pruning, now = new Date()): Promise<DailyBackup | NotDue> {
	refuseNoData(config)
	const due = dueBackup(config, now)
	if ('why' in due) return due
	const report = whole(await reportOf(due.job).finally(due.release))
	const { removed, pruneError } = report
	return { ...madeBackup(due.job, report), removed, pruneError }
}

function reportOf(job: BackupJob): Promise<BackupReport> {
	const { report, cancel } = backUpInWorker(job)
	return cleaningUpAtSignal(cancel, report)
}

function refuseNoData({ dataDir }: BackupPaths) {
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

export function jobByHand(paths: BackupPaths, path?: string): BackupJob {
	let at = new Date()
	// Names are exact to the second. A default name that is taken moves to the next free second.
	while (path === undefined && existsSync(nameIn(paths, at))) at = new Date(at.getTime() + 1000)
	return { source: dataFileIn(paths.dataDir), target: path ?? nameIn(paths, at), pruning: null, now: at }
}

const nameIn = (paths: BackupPaths, at: Date) => join(backupFolder(paths), backupName(at, 'manual'))

/**
 * Backs up data of an older schema version in the worker, while the port answers that the server is starting. Null if no
 * backup is due or possible; opening the data then reports the problem.
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

const nameBeforeMigration = (config: BackupPaths, at: Date) =>
	join(backupFolder(config), backupName(at, beforeUpdate(VERSION, migrations.length)))

/**
 * Fallback right before the migration (db/migrate.ts), if the worker made no backup. Returns its path; if it throws, nothing
 * is changed. Prunes at once, because a failing start may repeat many times.
 */
export const backUpBeforeMigration = (config: Pruning) => (): string => {
	const target = nameBeforeMigration(config, new Date())
	makeBackup({ source: dataFileIn(config.dataDir), target })
	try {
		pruneBackups(config)
	} catch {
		// Failing to prune is harmless: the backup exists.
	}
	return target
}
