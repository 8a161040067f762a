import { join } from 'node:path'
import {
	backupFolder,
	backupName,
	backupsIn,
	removeAbandonedPartials,
} from '#server/operations/backups/backup-folder.ts'
import type { BackupReport } from '#server/operations/backups/backup-worker.ts'
import type { BackupRuns } from '#server/operations/backups/running/backup-runs.ts'
import { type BackupLog, logReport } from '#server/operations/backups/running/server-backups.ts'
import { dataFileIn } from '#server/process/data/data-file.ts'
import { type Pruning, pruningOf } from './prune-backups.ts'

/** A little less than a day: with one check an hour the time of day then stays the same. */
const DUE_AFTER_MS = 23.5 * 3_600_000

/** `made` is called with the path of each that is whole and on the disk. */
export type DailyWork = { log: BackupLog; runs: BackupRuns; made?: (path: string) => void }

/**
 * Starts the daily backup if there is none of the last day, and removes those the keep rule no longer keeps. While
 * another one is being made it waits for the next check. What it answers never rejects: a failure is in the log.
 */
export function backUpIfDue(config: Pruning, work: DailyWork, now: Date): Promise<void> | null {
	const { log, runs, made = () => {} } = work
	const folder = backupFolder(config)
	if (config.backupKeepDaily === 0) return null

	function ended(report: BackupReport, target: string) {
		logReport(log, { target, failed: FAILED }, report)
		if (report.made) made(target)
	}

	try {
		removeAbandonedPartials(folder, now)
		if (!isDue(folder, now)) return null
		const target = join(folder, backupName(now, 'daily'))
		const source = dataFileIn(config.dataDir)
		const report = runs.begin({ source, target, pruning: pruningOf(config), now })
		return report?.then((report) => ended(report, target)) ?? null
	} catch (error) {
		log.failure(FAILED, error)
		return null
	}
}

/** A backup from far in the future was made while the clock was wrong, and does not count. */
function isDue(folder: string, now: Date): boolean {
	const newest = backupsIn(folder, now).find(({ kind, isWhole }) => kind === 'daily' && isWhole)
	return !newest || Math.abs(now.getTime() - newest.at.getTime()) > DUE_AFTER_MS
}

const FAILED = 'No backup was made; the next try is in an hour'
