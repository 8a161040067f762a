import { SQLiteError, type Database as Sqlite } from 'bun:sqlite'
import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Puts SQLite's temporary files (large sorts, VACUUM's copy, undo logs of large statements) into the data folder. A
 * container with a read-only root may have no other writable folder, and these files hold the same data. SQLite applies this
 * setting to the whole process, workers included.
 */
export function keepTemporaryFilesBeside(sqlite: Sqlite, path: string) {
	try {
		sqlite.run(`PRAGMA temp_store_directory = '${dirname(path).replaceAll("'", "''")}'`)
	} catch {
		// SQLite refuses a folder that this user cannot write to and falls back to TMPDIR, /var/tmp and /tmp.
	}
}

/** SQLite's own prefix for temporary files: 'sqlite' spelled backwards. */
const PREFIX = 'etilqs_'

/**
 * SQLite unlinks a temporary file right after opening it, so only a kill between these two calls leaves one behind. Errors
 * are ignored: on Windows a file that a command has open cannot be removed.
 */
export function removeLeftTemporaryFiles(folder: string) {
	for (const name of readdirSync(folder).filter((name) => name.startsWith(PREFIX)))
		try {
			rmSync(join(folder, name))
		} catch {}
}

export const lacksTemporaryFolder = (error: unknown) =>
	error instanceof SQLiteError && error.code === 'SQLITE_IOERR_GETTEMPPATH'

export const noTemporaryFolder = (path: string) =>
	`There is no folder for temporary files: neither ${dirname(path)} nor TMPDIR, /var/tmp or /tmp can be written to by this user.`
