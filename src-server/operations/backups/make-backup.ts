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
import { pathToFileURL } from 'node:url'
import { EXIT } from '#contract/start-problems.ts'
import { sizeOf } from '#server/process/data/data-file.ts'
import { syncFolder } from '#server/process/data/durable-file.ts'
import { StartRefused } from '#server/start-refused.ts'
import { partialOf, removeIfAbandoned, removePartial } from './backup-folder.ts'
import { type CheckedBackup, checkBackup } from './check-backup.ts'

/** Beyond what the backup takes: the ratings that come meanwhile need room too. */
const RESERVE_BYTES = 16 * 1024 * 1024

/**
 * What puts a finished backup on the disk, in this order: its bytes, its name, the folder's list of names. A parameter so
 * that a test sees the order, which only a power cut would show otherwise.
 */
export type DiskSteps = {
	finishFile: typeof finishFile
	renameSync: (from: string, to: string) => void
	syncFolder: typeof syncFolder
}

/**
 * Copies the data, as they are at one moment, to `target`: verified, on the disk, and for this user alone. Only reads
 * the data, so it may run beside a server and beside Litestream. Synchronous and slow (seconds for a million ratings):
 * a server does it in a worker. Throws, and leaves nothing behind, when it cannot. `isCopied` is called in between: what
 * is left is to look at every page.
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

/** Only the last name of the path: a disk that is not mounted must not become a folder of the same name. */
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

/** About twice what the write-ahead log has when SQLite takes it into the file. */
const LOG_STEP_BYTES = 8 * 1024 * 1024

/**
 * What a host is told to keep free for so many backups. The log counts in large steps: to the byte it would show hosts every
 * write, a sealed verdict's too.
 */
export function roomForBackups(source: string, backups: number): number {
	const logSteps = Math.max(1, Math.ceil(sizeOf(`${source}-wal`) / LOG_STEP_BYTES))
	return backups * (sizeOf(source) + logSteps * LOG_STEP_BYTES) + RESERVE_BYTES
}

export function freeBytes(folder: string): number {
	const { bavail, bsize } = statfsSync(folder)
	return bavail * bsize
}

function refuseTooLittleRoom(folder: string, source: string) {
	const free = freeBytes(folder)
	const needed = bytesNeeded(source)
	if (free < needed) throw noRoom(folder, `it needs ${megabytes(needed)} and ${megabytes(free)} are free`)
}

/** Makes the file exclusively and privately, before its first byte is written. */
function reserve(partial: string) {
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
 * For SQLite: the reserved file, and no new one. A server that stops removes it, perhaps before SQLite has opened it. SQLite
 * knows no host in an address, so that of a Windows share becomes part of the path.
 */
function existingFile(path: string): string {
	const { host, pathname } = pathToFileURL(path)
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

/** Makes a finished file durable and private: readable for the owner of `like` only, every byte of it on the disk. */
export function finishFile(path: string, like: string) {
	chmodSync(path, 0o600)
	copyOwner(path, like)
	// 'r+': Windows flushes only through a handle that may write.
	const file = openSync(path, 'r+')
	try {
		fsyncSync(file)
	} finally {
		closeSync(file)
	}
}

/**
 * When root runs a command for the server's user, that user could not read what root makes: the server would not start
 * with the data that were just restored for it.
 */
export function copyOwner(path: string, like: string) {
	if (process.getuid?.() !== 0) return
	const { uid, gid } = statSync(like)
	chownSync(path, uid, gid)
}
