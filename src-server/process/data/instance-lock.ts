import { SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import { StartRefused } from '#server/start-refused.ts'
import { whyNotOpened } from './data-folder.ts'

/*
 * Ownership of the data folder: an exclusive lock on its empty SQLite file `lock.db`, held for the life of the process. The
 * system releases it however a process ends, kill -9 included, and SQLite can lock on every system. The file is never
 * written. Never open it in another way: on POSIX, closing any descriptor of a file drops its locks. Other exclusive work
 * uses a lock of the same kind.
 */

export type FileLock = { release(): void }

/** Long enough for a stopping server to end (a desktop app's takes 1.5 s). */
const TIMEOUT_MS = 1700

/** Keeps connections referenced, because Bun closes garbage-collected ones and drops their locks. */
const holding = new Set<Sqlite>()

export const lockFile = (dataDir: string) => join(dataDir, 'lock.db')

/** Makes this process the only one that serves or replaces the data in the folder, or refuses with exit code 75. */
export function takeInstanceLock(dataDir: string, timeoutMs = TIMEOUT_MS): FileLock {
	const lock = lockOn(lockFile(dataDir), timeoutMs)
	if (!lock) throw inUse(dataDir)
	return lock
}

export function lockOn(path: string, timeoutMs: number): FileLock | null {
	let sqlite: Sqlite | undefined
	try {
		makeLockFile(path)
		sqlite = new Sqlite(path, { readwrite: true, create: false })
		sqlite.run(`PRAGMA busy_timeout = ${timeoutMs}`)
		// Otherwise SQLite creates a journal file, which stays behind after a kill.
		sqlite.run('PRAGMA journal_mode = MEMORY')
		sqlite.run('BEGIN EXCLUSIVE')
	} catch (error) {
		sqlite?.close()
		if (isHeld(error)) return null
		throw whyNotOpened(error, path)
	}
	const connection = sqlite
	holding.add(connection)
	return {
		release() {
			if (holding.delete(connection)) connection.close()
		},
	}
}

export function isInstanceRunning(dataDir: string): boolean {
	let sqlite: Sqlite | undefined
	try {
		sqlite = new Sqlite(lockFile(dataDir), { readonly: true })
		sqlite.query('SELECT 1 FROM sqlite_schema').get()
		return false
	} catch (error) {
		if (isHeld(error)) return true
		if (error instanceof SQLiteError && error.code === 'SQLITE_CANTOPEN') return false
		throw error
	} finally {
		sqlite?.close()
	}
}

const isHeld = (error: unknown) => error instanceof SQLiteError && (error.code ?? '').startsWith('SQLITE_BUSY')

const inUse = (dataDir: string) =>
	new StartRefused(`Another Backseat is using ${dataDir}. Stop it first, or choose another --data-dir.`, EXIT.dataInUse)

function makeLockFile(path: string) {
	try {
		closeSync(openSync(path, 'wx', 0o600))
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
	}
}
