import { constants, SQLiteError, Database as Sqlite } from 'bun:sqlite'
import {
	chmodSync,
	chownSync,
	closeSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	openSync,
	renameSync,
	statfsSync,
	statSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import { sizeOf } from '#server/process/data/data-file.ts'
import { syncFolder } from '#server/process/data/durable-file.ts'
import { StartRefused } from '#server/start-refused.ts'
import { partialOf, removeIfAbandoned, removePartial } from './backup-folder.ts'
import { type CheckedBackup, checkBackup } from './check-backup.ts'

const RESERVE_BYTES = 16 * 1024 * 1024

/**
 * Steps that make a backup durable, in order: sync the file, rename it, sync the folder. A parameter, so that tests can
 * check the order, which otherwise only a power failure would reveal.
 */
export type DiskSteps = {
	finishFile: typeof finishFile
	renameSync: (from: string, to: string) => void
	syncFolder: typeof syncFolder
}

/**
 * Copies a snapshot of the data to `target`, verified, durable and private. Only reads the data, so it can run beside a
 * server and beside Litestream. Synchronous and slow (seconds for a million ratings), so a server runs it in a worker.
 * Throws without leaving a file behind. `isCopied` is called when only the check remains.
 */
export function makeBackup(
	{ source, target, isCopied = () => {} }: { source: string; target: string; isCopied?: () => void },
	disk: DiskSteps = { finishFile, renameSync, syncFolder },
): CheckedBackup {
	const partial = partialOf(target)
	const folder = dirname(target)
	makeFolder(folder, source)
	refuseExisting(target)
	refuseTooLittleRoom(folder, source)
	reserve(partial)
	try {
		copyTo(partial, source)
		isCopied()
		const checked = checkBackup(partial, {
			as: `The copy of ${source}`,
			advice: 'No backup was made.',
			isOurCopy: true,
		})
		disk.finishFile(partial, source)
		refuseExisting(target)
		disk.renameSync(partial, target)
		disk.syncFolder(folder)
		return checked
	} catch (error) {
		throw asRefusal(error, { folder, source })
	} finally {
		removePartial(partial)
	}
}

/** Creates only the last folder of the path: an unmounted disk must not become a folder of the same name. */
function makeFolder(folder: string, source: string) {
	try {
		if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
		mkdirSync(folder, { mode: 0o700 })
		copyOwner(folder, dirname(source))
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		const reason = code === 'ENOENT' ? 'the folder around it is not there' : code
		throw cannotWrite(folder, `${reason}`)
	}
}

function refuseExisting(target: string) {
	if (existsSync(target))
		throw new StartRefused(`${target} is there already and was left as it is. Choose another name.`, EXIT.noDataFolder)
}

const bytesNeeded = (source: string) => sizeOf(source) + sizeOf(`${source}-wal`) + RESERVE_BYTES

/** About twice the size at which SQLite checkpoints the write-ahead log. */
const LOG_STEP_BYTES = 8 * 1024 * 1024

/**
 * Free space to ask of a host for that many backups. The log counts in large steps, because exact sizes would show hosts
 * every write, including a sealed verdict's.
 */
export function roomForBackups(source: string, backups: number): number {
	const logSteps = Math.max(1, Math.ceil(sizeOf(`${source}-wal`) / LOG_STEP_BYTES))
	return backups * (sizeOf(source) + logSteps * LOG_STEP_BYTES) + RESERVE_BYTES
}

export function freeBytes(folder: string): number {
	const { bavail, bsize } = statfsSync(folder)
	return bavail * bsize
}

export function refuseTooLittleRoom(folder: string, source: string) {
	const free = freeBytes(folder)
	const needed = bytesNeeded(source)
	if (free < needed) throw noRoom(folder, `it needs ${megabytes(needed)} and ${megabytes(free)} are free`)
}

export function reserve(partial: string) {
	removeIfAbandoned(partial)
	try {
		closeSync(openSync(partial, 'wx', 0o600))
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		if (code === 'EEXIST')
			throw new StartRefused(`${basename(partial)} is being made by another Backseat. Wait for it.`, EXIT.dataInUse)
		throw cannotWrite(dirname(partial), `${code}`)
	}
}

function copyTo(partial: string, source: string) {
	const sqlite = new Sqlite(source, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)
	try {
		sqlite.run('PRAGMA busy_timeout = 5000')
		sqlite.run('VACUUM INTO ?', [existingFile(partial)])
	} finally {
		sqlite.close()
	}
}

/**
 * Makes SQLite open the reserved file without creating one, because a stopping server may have removed it. SQLite accepts no
 * host in a file URL, so a Windows share's host becomes part of the path.
 */
function existingFile(path: string): string {
	const { host, pathname } = Bun.pathToFileURL(path)
	return `file://${host && `//${host}`}${pathname}?mode=rw`
}

function asRefusal(error: unknown, { folder, source }: { folder: string; source: string }) {
	if (!(error instanceof SQLiteError)) return error
	const code = error.code ?? ''
	if (code === 'SQLITE_FULL') return noRoom(folder, 'the disk is full')
	if (/^SQLITE_(CORRUPT|NOTADB)/.test(code))
		return new StartRefused(`${source} is damaged (${error.message}). Restore an earlier backup.`, EXIT.badData, {
			problem: 'data_damaged',
		})
	return cannotWrite(folder, `${code} while ${source} was copied`)
}

const cannotWrite = (folder: string, reason: string) =>
	new StartRefused(`Cannot make a backup in ${folder}: ${reason}. Fix that, or set --backup-dir.`, EXIT.noDataFolder)

const noRoom = (folder: string, reason: string) =>
	new StartRefused(
		`No room for a backup in ${folder}: ${reason} (ENOSPC). Free some, or set --backup-dir.`,
		EXIT.diskFails,
		{ problem: 'disk_full' },
	)

export const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`

/** Syncs a finished file to disk and lets only the owner of `like` read it. */
export function finishFile(path: string, like: string) {
	chmodSync(path, 0o600)
	copyOwner(path, like)
	// 'r+', because Windows flushes only handles with write access.
	const file = openSync(path, 'r+')
	try {
		fsyncSync(file)
	} finally {
		closeSync(file)
	}
}

/** Files that root creates are unreadable to the server's user, and the server would not start with restored data. */
export function copyOwner(path: string, like: string) {
	if (process.getuid?.() !== 0) return
	const { uid, gid } = statSync(like)
	chownSync(path, uid, gid)
}
