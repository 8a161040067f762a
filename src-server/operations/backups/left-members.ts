import { Database as Sqlite } from 'bun:sqlite'
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { counted, DAY_MS } from '#contract/plain-words.ts'
import { openDatabase } from '#db/database.ts'
import { migrations } from '#db/migrations.ts'
import { leave, removeTraces } from '#server/features/own-account/leaving/leave.ts'
import { systemClock } from '#server/process/clock.ts'
import { dataFileIn, headerOf } from '#server/process/data/data-file.ts'
import { syncFolder } from '#server/process/data/durable-file.ts'
import { createQueries } from '#server/queries.ts'
import {
	type BackupPaths,
	backupFolder,
	backupName,
	backupsIn,
	partialOf,
	removeAbandonedPartials,
	removePartial,
} from './backup-folder.ts'
import { endHosting, knownAmong, type LeftMember, leftMembers, noteLeftAgain, presentAmong } from './backups.queries.ts'
import { checkBackup, readFrom } from './check-backup.ts'
import { finishFile, makeBackup, refuseTooLittleRoom, reserve } from './make-backup.ts'

/** Days after which no file of ours may hold a member who has left, or a ghost that went with them. */
export const DAYS_IN_BACKUPS = 35
/** The work runs once a day, and not while a server is off over a weekend. */
export const OVERDUE_DAYS = DAYS_IN_BACKUPS + 3

/** The work runs once a day, so it begins a day early. */
const DUE_AFTER_DAYS = DAYS_IN_BACKUPS - 1

/** Members who left on this day or before are due. */
export const dueDay = (now: Date, days = DUE_AFTER_DAYS) => new Date(now.getTime() - days * DAY_MS)

export type Stuck = { name: string; reason: string }

/** `forgotten`: in no file any more, so that their notes in the data may go, too. */
export type Forgetting = { forgotten: number[]; rewritten: string[]; removed: string[]; stuck: Stuck[] }

type Copy = { name: string; path: string; at: Date; isBackup: boolean }

const ASIDE = /\.before-restore-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(-\d+)?$/

/** Backups, and data that a restore put aside. Files with other names belong to the operator. */
function copiesOf(paths: BackupPaths, now: Date): Copy[] {
	const { dataDir } = paths
	const aside = readdirSync(dataDir).flatMap((name) => {
		const [, day, hours, minutes, seconds] = ASIDE.exec(name) ?? []
		const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
		return Number.isNaN(at.getTime()) ? [] : [{ name, path: join(dataDir, name), at, isBackup: false }]
	})
	return [...backupsIn(backupFolder(paths), now).map((backup) => ({ ...backup, isBackup: true })), ...aside]
}

type Held = { copy: Copy; members: LeftMember[]; isCurrent: boolean; unreadable: string | null }

/** An unreadable copy may hold every member who left after it was made. */
function heldBy(copy: Copy, left: readonly LeftMember[]): Held {
	try {
		const header = headerOf(copy.path)
		if (header === null) throw new Error('it is not a database')
		const isCurrent = header.schemaVersion === migrations.length
		const members = readFrom(copy.path, (sqlite) => knownAmong(sqlite, left))
		return { copy, members, isCurrent, unreadable: null }
	} catch (error) {
		const members = left.filter(({ leftOn }) => copy.at.getTime() < leftOn + DAY_MS)
		return { copy, members, isCurrent: false, unreadable: messageOf(error) }
	}
}

/** The copies that hold members who left more than `days` ago. Changes nothing. */
export function copiesWithLeft(paths: BackupPaths, now: Date, days = DUE_AFTER_DAYS): Held[] {
	const left = leftBy(paths, dueDay(now, days))
	if (left.length === 0) return []
	return copiesOf(paths, now)
		.map((copy) => heldBy(copy, left))
		.filter(({ members }) => members.length > 0)
}

const leftBy = ({ dataDir }: BackupPaths, day: Date): LeftMember[] =>
	readFrom(dataFileIn(dataDir), leftMembers).filter(({ leftOn }) => leftOn <= day.getTime())

/** Reads the data without opening them for writing. False if they cannot be read, which others report. */
export function isAnyDue(paths: BackupPaths, now: Date): boolean {
	try {
		return leftBy(paths, dueDay(now)).length > 0
	} catch {
		return false
	}
}

/**
 * Rewrites the copies that hold such members without them, if this version can write their schema, and removes the
 * others. Damaged copies stay and are reported. Synchronous and slow, so a server runs it in the worker of backups.
 */
export function forgetLeft(paths: BackupPaths, now: Date): Forgetting {
	const left = leftBy(paths, dueDay(now))
	const report: Forgetting = { forgotten: [], rewritten: [], removed: [], stuck: [] }
	if (left.length === 0) return report
	removeAbandonedPartials(backupFolder(paths), now)
	const stillHeld = new Set<number>()
	for (const { copy, members, isCurrent, unreadable } of copiesWithLeft(paths, now)) {
		try {
			if (unreadable !== null) throw new Error(unreadable)
			if (isCurrent) {
				rewriteWithout(copy.path, members)
				report.rewritten.push(copy.name)
			} else {
				replaceIfLast(paths, copy, now)
				removeCopy(copy.path)
				report.removed.push(copy.name)
			}
		} catch (error) {
			report.stuck.push({ name: copy.name, reason: messageOf(error) })
			for (const { userId } of members) stillHeld.add(userId)
		}
	}
	report.forgotten = left.map(({ userId }) => userId).filter((userId) => !stillHeld.has(userId))
	return report
}

/** The folder must not lose its last good backup to this. */
function replaceIfLast(paths: BackupPaths, { name, isBackup }: Copy, now: Date) {
	const folder = backupFolder(paths)
	if (!isBackup || backupsIn(folder, now).some((backup) => backup.isWhole && backup.name !== name)) return
	makeBackup({ source: dataFileIn(paths.dataDir), target: join(folder, backupName(now, 'manual')) })
}

function removeCopy(path: string) {
	for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true })
	syncFolder(dirname(path))
}

/** After a crash the file is the old one or the new one. Keeps its time, by which old backups are removed. */
function rewriteWithout(path: string, left: readonly LeftMember[]) {
	const partial = partialOf(path)
	refuseTooLittleRoom(dirname(path), path)
	reserve(partial)
	try {
		const { atime, mtime } = statSync(path)
		if (existsSync(`${path}-wal`)) throw new Error('another program has it open')
		copyFileSync(path, partial)
		deleteFrom(partial, left)
		// Bun closes the file with its last statement, and Windows renames no open file.
		Bun.gc(true)
		checkBackup(partial, { as: `The rewritten ${path}`, advice: 'It was left as it is.', isOurCopy: true })
		const kept = readFrom(partial, (sqlite) => knownAmong(sqlite, left))
		if (kept.length > 0) throw new Error(`${counted(kept.length, 'account')} could not be taken out of it`)
		finishFile(partial, path)
		utimesSync(partial, atime, mtime)
		renameSync(partial, path)
		syncFolder(dirname(path))
	} finally {
		removePartial(partial)
	}
}

/**
 * Lets them leave from the copy as they left from the data, as of the day on which they did. Ends the credentials in the
 * copy, as each opening of a copy does, and leaves one file without a log. Returns how many were there.
 */
export function deleteFrom(path: string, left: readonly LeftMember[]): number {
	const present = changeFile(path, (sqlite) => {
		const found = presentAmong(sqlite, left)
		endHosting(sqlite, found)
		return found
	})
	const sqlite = new Sqlite(path, { readwrite: true, create: false, strict: true })
	const db = openDatabase(path, { mayMigrate: false, connection: sqlite })
	try {
		const queries = createQueries(db)
		const live = { notify: () => {}, notifyHosts: () => {} }
		for (const { userId, leftOn, ratings } of present) {
			const context = { db, queries, live, isDesktop: false, clock: { ...systemClock, now: () => new Date(leftOn) } }
			const user = queries.users.userById(userId)
			if (user && !user.isGhost) leave(context, userId, ratings)
		}
		// Ghosts that they claimed later, or made.
		const ghosts = present.map(({ userId }) => userId).filter((userId) => queries.users.userById(userId))
		db.write(() => {
			queries.leaving.dropRatingsOf(ghosts)
			queries.users.deleteUsers(ghosts)
			queries.leaving.forgetLeft(left.map(({ userId }) => userId))
		})
		const traces = removeTraces({ db, queries }, true)
		if (!traces.isDone) throw new Error('it could not be written anew')
		sqlite.run('PRAGMA journal_mode = DELETE')
	} finally {
		db.close()
	}
	return present.length
}

/** Their notes must survive a restore, for backups that are older still. */
export const keepNotesOf = (path: string, left: readonly LeftMember[]) =>
	changeFile(path, (sqlite) => noteLeftAgain(sqlite, left))

function changeFile<Result>(path: string, change: (sqlite: Sqlite) => Result): Result {
	const sqlite = new Sqlite(path, { readwrite: true, create: false })
	try {
		sqlite.run('PRAGMA trusted_schema = OFF')
		sqlite.run('PRAGMA secure_delete = ON')
		return change(sqlite)
	} finally {
		sqlite.close()
	}
}

/** One line for the log; null if there was nothing to do. */
export function forgettingInWords({ rewritten, removed }: Forgetting): string | null {
	if (rewritten.length + removed.length === 0) return null
	return `Accounts that were deleted ${DUE_AFTER_DAYS} days ago or more are gone from the backups, too: ${counted(rewritten.length, 'file')} rewritten, ${removed.length} removed.`
}

export const stuckInWords = ({ name, reason }: Stuck) =>
	`${name} may still hold accounts that were deleted ${DUE_AFTER_DAYS} days ago or more, and could not be rewritten (${reason}). Remove it, or make it writable.`

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).trim()
