import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '#contract/plain-words.ts'
import { dataFileIn } from '#server/process/data/data-file.ts'
import { lockOn } from '#server/process/data/instance-lock.ts'
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
 * When a daily backup is due, and who makes it: the server of the data folder or `backseat backup create --daily`, which a
 * timer runs where groups sleep. The one that does holds a lock meanwhile, so that one day has one.
 */

/** A little less than a day: with one check an hour, or one timer a day, the time of day then stays the same. */
const DUE_AFTER_MS = 23.5 * 3_600_000

/** Why none is to be made now; `newest` is the one of the last day. */
export type NotDue = { why: 'off' } | { why: 'not_due'; newest: Date } | { why: 'under_way' }

export type DueBackup = {
	job: BackupJob
	/** To be called when it is made, or was not. The end of the process does it, too. */
	release(): void
}

/** What is to be done for the daily backup. The lock comes before the look: another process may just have made one. */
export function dueBackup(config: Pruning, now: Date): DueBackup | NotDue {
	if (config.backupKeepDaily === 0) return { why: 'off' }
	const path = join(config.dataDir, LOCK)
	const lock = lockOn(path, 0)
	if (!lock) return { why: 'under_way' }
	try {
		copyOwner(path, config.dataDir)
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

/** Of those that still look whole. */
const newestDaily = (folder: string, now: Date): Backup | undefined =>
	backupsIn(folder, now).find(({ kind, isWhole }) => kind === 'daily' && isWhole)

/** A backup from far in the future was made while the clock was wrong, and counts as little as one from long ago. */
const distanceMs = ({ at }: Backup, now: Date) => Math.abs(now.getTime() - at.getTime())

const LONG_OVERDUE_MS = 2 * DAY_MS

/**
 * Whether a whole day was missed, as by a server that is stopped before its first check each time. Data without any daily
 * backup count from the day they were made.
 */
export function isLongOverdue(config: Pruning, now: Date): boolean {
	const newest = newestDaily(backupFolder(config), now)
	if (newest) return distanceMs(newest, now) > LONG_OVERDUE_MS
	const dataFile = dataFileIn(config.dataDir)
	return existsSync(dataFile) && now.getTime() - statSync(dataFile).birthtimeMs > LONG_OVERDUE_MS
}
