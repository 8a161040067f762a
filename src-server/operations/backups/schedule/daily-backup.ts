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

type Told = Pick<Log, 'info' | 'failure'>

/** A day, less a little: with one look an hour the time of day then stays what it was. */
const DUE_AFTER_MS = 23.5 * 3_600_000

export type DailyBackup = {
	/** Never rejects: whatever went wrong is in the log, and nobody's request is the worse for it. */
	isDone: Promise<void>
	giveUp(): void
}

/** Begins the daily backup if there is none of the last day, and removes those that have had their time. */
export function backUpIfDue(config: Pruning, log: Told, now: Date): DailyBackup | null {
	const folder = backupFolder(config)
	if (config.backupKeepDaily === 0) return null
	try {
		removeAbandonedPartials(folder, now)
		if (!isDue(folder, now)) return null
		const target = join(folder, backupName(now, 'daily'))
		const source = dataFileIn(config.dataDir)
		const { report, giveUp } = backUpInWorker({ source, target, pruning: pruningOf(config), now })
		return { isDone: report.then((report) => tell(log, target, report)), giveUp }
	} catch (error) {
		log.failure(FAILED, error)
		return null
	}
}

/** A worker gets a copy, and of a whole config only what it needs: the rest has secrets and addresses in it. */
const pruningOf = ({ dataDir, backupDir, backupKeepDaily, backupKeepWeekly }: Config | Pruning): Pruning => ({
	dataDir,
	backupDir,
	backupKeepDaily,
	backupKeepWeekly,
})

/** One from far in the future, made while the clock was wrong, says nothing about today. */
function isDue(folder: string, now: Date): boolean {
	const newest = backupsIn(folder, now).find(({ kind, isWhole }) => kind === 'daily' && isWhole)
	return !newest || Math.abs(now.getTime() - newest.at.getTime()) > DUE_AFTER_MS
}

const FAILED = 'No backup was made; the next try is in an hour'

function tell(log: Told, target: string, report: BackupReport) {
	if (!report.made) return log.failure(FAILED, new StartRefused(report.reason, report.exitCode))
	const { checked, ms, removed, whyNotPruned } = report
	const news = removed.length === 0 ? '' : `; ${removed.length} old removed`
	log.info(`Backup made: ${target}, ${(checked.bytes / 1e6).toFixed(1)} MB in ${ms} ms${news}`)
	if (whyNotPruned) log.failure('Old backups could not be removed', new StartRefused(whyNotPruned, EXIT.noDataFolder))
}
