import { join } from 'node:path'
import type { Log } from '#server/http/request-log.ts'
import {
	backupFolder,
	backupName,
	backupsIn,
	removeAbandonedPartials,
} from '#server/operations/backups/backup-folder.ts'
import type { BackupReport } from '#server/operations/backups/backup-worker.ts'
import { backUpInWorker } from '#server/operations/backups/worker-backup.ts'
import { dataFileIn } from '#server/process/data/data-file.ts'
import { EXIT, StartRefused } from '#server/process/start-refused.ts'
import type { Config } from '#server/settings/config.ts'
import type { Pruning } from './prune-backups.ts'

type BackupLog = Pick<Log, 'info' | 'failure'>

/** A little less than a day: with one check an hour the time of day then stays the same. */
const DUE_AFTER_MS = 23.5 * 3_600_000

export type DailyBackup = {
	/** Never rejects: a failure is in the log. */
	isDone: Promise<void>
	cancel(): void
}

/** Starts the daily backup if there is none of the last day, and removes those the keep rule no longer keeps. */
export function backUpIfDue(config: Pruning, log: BackupLog, now: Date): DailyBackup | null {
	const folder = backupFolder(config)
	if (config.backupKeepDaily === 0) return null
	try {
		removeAbandonedPartials(folder, now)
		if (!isDue(folder, now)) return null
		const target = join(folder, backupName(now, 'daily'))
		const source = dataFileIn(config.dataDir)
		const { report, cancel } = backUpInWorker({ source, target, pruning: pruningOf(config), now })
		return { isDone: report.then((report) => logReport(log, target, report)), cancel }
	} catch (error) {
		log.failure(FAILED, error)
		return null
	}
}

/** Only what the worker needs: the rest of the config has secrets and addresses in it. */
const pruningOf = ({ dataDir, backupDir, backupKeepDaily, backupKeepWeekly }: Config | Pruning): Pruning => ({
	dataDir,
	backupDir,
	backupKeepDaily,
	backupKeepWeekly,
})

/** A backup from far in the future was made while the clock was wrong, and does not count. */
function isDue(folder: string, now: Date): boolean {
	const newest = backupsIn(folder, now).find(({ kind, isWhole }) => kind === 'daily' && isWhole)
	return !newest || Math.abs(now.getTime() - newest.at.getTime()) > DUE_AFTER_MS
}

const FAILED = 'No backup was made; the next try is in an hour'

function logReport(log: BackupLog, target: string, report: BackupReport) {
	if (!report.made) return log.failure(FAILED, new StartRefused(report.reason, report.exitCode))
	const { checked, ms, removed, pruneError } = report
	const pruned = removed.length === 0 ? '' : `; ${removed.length} old removed`
	log.info(`Backup made: ${target}, ${(checked.bytes / 1e6).toFixed(1)} MB in ${ms} ms${pruned}`)
	if (pruneError) log.failure('Old backups could not be removed', new StartRefused(pruneError, EXIT.noDataFolder))
}
