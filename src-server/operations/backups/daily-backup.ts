import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '#contract/plain-words.ts'
import { dataFileIn } from '#server/process/data/data-file.ts'
import { type FileLock, lockOn } from '#server/process/data/instance-lock.ts'
import type { BackupJob } from './backup.worker.ts'
import {
	type Backup,
	backupFolder,
	backupName,
	backupsIn,
	type Pruning,
	pruningOf,
	removeAbandonedPartials,
} from './backup-folder.ts'
import { copyOwner } from './make-backup.ts'

/*
 * The running server makes a daily backup. Servers that stop while idle (`service install --group`) have a timer that runs
 * `backseat backup create --daily`. A lock prevents two on one day.
 */

/** Slightly less than a day, so that hourly checks or a daily timer keep the time of day. */
const DUE_AFTER_MS = 23.5 * 3_600_000

export type NotDue = { why: 'off' } | { why: 'not_due'; newest: Date } | { why: 'under_way' }

export type DueBackup = {
	job: BackupJob
	/** Releases the lock whether or not the backup succeeded; process exit releases it too. */
	release(): void
}

/** Takes the lock before checking, because another process may just have made a backup. */
export function dueBackup(config: Pruning, now: Date): DueBackup | NotDue {
	if (config.backupKeepDaily === 0) return { why: 'off' }
	const lock = lockOfBackups(config)
	if (!lock) return { why: 'under_way' }
	try {
		const folder = backupFolder(config)
		removeAbandonedPartials(folder, now)
		const newest = newestDaily(folder, now)
		if (newest && distanceMs(newest, now) <= DUE_AFTER_MS) {
			lock.release()
			return { why: 'not_due', newest: newest.at }
		}
		const target = join(folder, backupName(now, 'daily'))
		const job = { source: dataFileIn(config.dataDir), target, pruning: pruningOf(config), now }
		return { job, release: lock.release }
	} catch (error) {
		lock.release()
		throw error
	}
}

const LOCK = 'daily-backup-lock.db'

/** For other work on all backups, which must not run in two processes; null if another one has it. */
export function lockOfBackups({ dataDir }: Pick<Pruning, 'dataDir'>): FileLock | null {
	const path = join(dataDir, LOCK)
	const lock = lockOn(path, 0)
	if (lock) copyOwner(path, dataDir)
	return lock
}

const newestDaily = (folder: string, now: Date): Backup | undefined =>
	backupsIn(folder, now).find(({ kind, isWhole }) => kind === 'daily' && isWhole)

/** The difference is absolute, because a backup that a wrong clock dated far in the future must not count as recent. */
const distanceMs = ({ at }: Backup, now: Date) => Math.abs(now.getTime() - at.getTime())

const LONG_OVERDUE_MS = 2 * DAY_MS

/**
 * True if a whole day was missed, for example because the server always stops before its first check. Data without a daily
 * backup count from their creation.
 */
export function isLongOverdue(config: Pruning, now: Date): boolean {
	const newest = newestDaily(backupFolder(config), now)
	if (newest) return distanceMs(newest, now) > LONG_OVERDUE_MS
	const dataFile = dataFileIn(config.dataDir)
	return existsSync(dataFile) && now.getTime() - statSync(dataFile).birthtimeMs > LONG_OVERDUE_MS
}
