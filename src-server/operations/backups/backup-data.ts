import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '#db/migrations.ts'
import { dataFileIn } from '#server/process/data/data-file.ts'
import { EXIT, StartRefused } from '#server/process/start-refused.ts'
import type { Config } from '#server/settings/config.ts'
import { backupFolder, backupName } from './backup-folder.ts'
import type { CheckedBackup } from './check-backup.ts'
import { headerOf } from './file-header.ts'
import { makeBackup } from './make-backup.ts'
import { type Pruning, pruneBackups } from './schedule/prune-backups.ts'
import { backUpInWorker } from './worker-backup.ts'

type Where = Pick<Config, 'dataDir' | 'backupDir'>

export type MadeBackup = CheckedBackup & { path: string; at: Date }

/** A backup because somebody said so, in the backup folder or at `path`. */
export async function backUpByHand(where: Where, path?: string): Promise<MadeBackup> {
	const source = dataFileIn(where.dataDir)
	if (!existsSync(source))
		throw new StartRefused(
			`There is no Backseat in ${where.dataDir}. Set --data-dir to its data folder.`,
			EXIT.noDataFolder,
		)
	let at = new Date()
	// Names tell seconds, and whoever gives no name cannot be told to choose another one.
	while (path === undefined && existsSync(nameIn(where, at))) at = new Date(at.getTime() + 1000)
	const target = path ?? nameIn(where, at)
	const report = await backUpInWorker({ source, target, pruning: null, now: at }).report
	if (!report.made) throw new StartRefused(report.reason, report.exitCode)
	return { path: target, at, ...report.checked }
}

const nameIn = (where: Where, at: Date) => join(backupFolder(where), backupName(at, 'manual'))

/**
 * Makes the backup before data of an older form are brought up to date, in the worker: meanwhile the port answers 'not
 * yet'. Null when none is due or none could be made; then whoever opens the data says what is wrong with them.
 */
export async function backUpIfOlder(config: Pruning): Promise<string | null> {
	const source = dataFileIn(config.dataDir)
	if (!isOlder(source)) return null
	const now = new Date()
	const target = nameBeforeMigration(config, now)
	const { dataDir, backupDir, backupKeepDaily, backupKeepWeekly } = config
	const pruning = { dataDir, backupDir, backupKeepDaily, backupKeepWeekly }
	const report = await backUpInWorker({ source, target, pruning, now }).report
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

const nameBeforeMigration = (config: Where, at: Date) =>
	join(backupFolder(config), backupName(at, `before-v${migrations.length}`))

/**
 * The same at the last moment (db/migrate.ts), where the worker's was not made. Answers where it is; if it throws,
 * nothing is changed. A start that fails may be tried again and again, so old ones of these go at once.
 */
export const backUpBeforeMigration = (config: Pruning) => (): string => {
	const target = nameBeforeMigration(config, new Date())
	makeBackup({ source: dataFileIn(config.dataDir), target })
	try {
		pruneBackups(config)
	} catch {
		// One too many does no harm; the backup that matters is made.
	}
	return target
}
