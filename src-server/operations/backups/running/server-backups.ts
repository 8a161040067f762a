import { existsSync } from 'node:fs'
import { EXIT } from '#contract/start-problems.ts'
import type { Log } from '#server/http/request-log.ts'
import type { BackupReport } from '#server/operations/backups/backup-worker.ts'
import { freeBytes } from '#server/operations/backups/make-backup.ts'
import { StartRefused } from '#server/process/start-refused.ts'
import { type BackupChecks, backupChecks } from './backup-checks.ts'
import { type BackupRuns, backupRuns } from './backup-runs.ts'

/** What a running server does with backups, for its schedule and for its hosts. */
export type ServerBackups = {
	runs: BackupRuns
	checks: BackupChecks
	/** Room on the disk of this folder; null while it is not there. */
	freeBytes(folder: string): number | null
	stop(): void
}

export function serverBackups(): ServerBackups {
	const runs = backupRuns()
	const checks = backupChecks()
	return {
		runs,
		checks,
		freeBytes: (folder) => (existsSync(folder) ? freeBytes(folder) : null),
		stop() {
			runs.stop()
			checks.stop()
		},
	}
}

export type BackupLog = Pick<Log, 'info' | 'failure'>

/** `failed`: what is said of one that was not made. */
export function logReport(
	log: BackupLog,
	{ target, failed }: { target: string; failed: string },
	report: BackupReport,
) {
	if (!report.made) return log.failure(failed, new StartRefused(report.reason, report.exitCode))
	const { checked, ms, removed, pruneError } = report
	const pruned = removed.length === 0 ? '' : `; ${removed.length} old removed`
	log.info(`Backup made: ${target}, ${(checked.bytes / 1e6).toFixed(1)} MB in ${ms} ms${pruned}`)
	if (pruneError) log.failure('Old backups could not be removed', new StartRefused(pruneError, EXIT.noDataFolder))
}
