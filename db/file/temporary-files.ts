import { SQLiteError, type Database as Sqlite } from 'bun:sqlite'
import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Puts SQLite's temporary files (large sorts, the copy that VACUUM makes, undo logs of large statements) into the folder of the
 * data file. A container with a read-only root may have no other folder that can be written to, and these files hold the same
 * data. SQLite keeps this setting for the whole process, workers included.
 */
export function keepTemporaryFilesBeside(sqlite: Sqlite, path: string) {
	try {
		sqlite.run(`PRAGMA temp_store_directory = '${dirname(path).replaceAll("'", "''")}'`)
	} catch {
		// SQLite refuses a folder that this user cannot write to, and goes on looking in TMPDIR, /var/tmp and /tmp.
	}
}

/** SQLite's own prefix for them, 'sqlite' read backwards. */
const PREFIX = 'etilqs_'

/**
 * SQLite unlinks a temporary file as soon as it is open, so only a kill between these two calls leaves one behind. Errors are
 * ignored: on Windows a file that a command has open cannot be removed.
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
