import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '#db/migrations.ts'
import type { Config } from '#server/config.ts'
import { dataFileIn } from '#server/platform/data-file.ts'
import { EXIT, StartRefused } from '#server/platform/start-refused.ts'
import { backupFolder, backupName } from './backup-folder.ts'
import type { CheckedBackup } from './check-backup.ts'
import { makeBackup } from './make-backup.ts'
import { type Pruning, pruneBackups } from './prune-backups.ts'
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
 * The backup before data are brought up to date (db/migrate.ts). Answers where it is; if it throws, nothing is changed.
 * A start that fails may be tried again and again, so old ones of these go at once.
 */
export const backUpBeforeMigration = (config: Pruning) => (): string => {
	const target = join(backupFolder(config), backupName(new Date(), `before-v${migrations.length}`))
	makeBackup({ source: dataFileIn(config.dataDir), target })
	try {
		pruneBackups(config)
	} catch {
		// One too many does no harm; the backup that matters is made.
	}
	return target
}
