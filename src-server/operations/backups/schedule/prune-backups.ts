import { rmSync } from 'node:fs'
import {
	type Backup,
	backupFolder,
	backupsIn,
	removeAbandonedPartials,
} from '#server/operations/backups/backup-folder.ts'
import type { Config } from '#server/settings/config.ts'
import { backupsToRemove } from './keep-rule.ts'

export type Pruning = Pick<Config, 'dataDir' | 'backupDir' | 'backupKeepDaily' | 'backupKeepWeekly'>

/** Only what the worker needs: the rest of the config has secrets and addresses in it. */
export const pruningOf = ({ dataDir, backupDir, backupKeepDaily, backupKeepWeekly }: Pruning): Pruning => ({
	dataDir,
	backupDir,
	backupKeepDaily,
	backupKeepWeekly,
})

/** The backups that the keep rule does not keep. */
export function backupsToPrune(config: Pruning, now = new Date()): Backup[] {
	const keep = { daily: config.backupKeepDaily, weekly: config.backupKeepWeekly }
	return backupsToRemove(backupsIn(backupFolder(config), now), keep, now)
}

/** Removes those, and what killed runs left behind. Answers what was removed. */
export function pruneBackups(config: Pruning, now = new Date()): Backup[] {
	removeAbandonedPartials(backupFolder(config), now)
	const gone = backupsToPrune(config, now)
	for (const { path } of gone) rmSync(path, { force: true })
	return gone
}
