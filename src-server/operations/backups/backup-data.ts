import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import { migrations } from '#db/migrations.ts'
import { dataFileIn } from '#server/process/data/data-file.ts'
import { StartRefused } from '#server/process/start-refused.ts'
import { type BackupPlace, backupFolder, backupName } from './backup-folder.ts'
import type { BackupJob } from './backup-worker.ts'
import type { CheckedBackup } from './check-backup.ts'
import { headerOf } from './file-header.ts'
import { makeBackup } from './make-backup.ts'
import { type Pruning, pruneBackups, pruningOf } from './schedule/prune-backups.ts'
import { backUpInWorker } from './worker-backup.ts'

export type MadeBackup = CheckedBackup & { path: string; at: Date }

/** A backup made by command, in the backup folder or at `path`. */
export async function backUpByHand(place: BackupPlace, path?: string): Promise<MadeBackup> {
	const job = jobByHand(place, path)
	if (!existsSync(job.source))
		throw new StartRefused(
			`There is no Backseat in ${place.dataDir}. Set --data-dir to its data folder.`,
			EXIT.noDataFolder,
		)
	const report = await backUpInWorker(job).report
	if (!report.made) throw new StartRefused(report.reason, report.exitCode, { problem: report.problem })
	return { path: job.target, at: job.now, ...report.checked }
}

/** What is to be done for one that somebody asked for, now. It removes no others. */
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
