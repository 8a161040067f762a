import { SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import { storageTrouble } from '#db/file/storage-trouble.ts'
import { headerOf } from '#server/process/data/data-file.ts'
import { syncFolder } from '#server/process/data/durable-file.ts'
import { StartRefused } from '#server/start-refused.ts'
import { finishFile } from './make-backup.ts'

/** `staged` is the new data, complete and durable; `aside` is the name under which the old data are kept. */
export type Replacement = { data: string; staged: string; aside: string }

/** SQLite applies these files to the data file beside them, even if they belong to another one. */
const BESIDE = ['-wal', '-journal']

/**
 * Each step may be the last one before a crash: until the final step the old data keep their name, after it the new ones
 * have it. Each step is durable before the next starts.
 */
export function stepsOfReplacement({ data, staged, aside }: Replacement, sync = syncFolder): (() => void)[] {
	const folder = dirname(data)
	const onDisk = (step: () => void) => () => {
		step()
		sync(folder)
	}
	return [
		onDisk(() => makeOneFile(data)),
		onDisk(() => {
			for (const end of ['', ...BESIDE]) if (existsSync(data + end)) keep(data + end, aside + end)
		}),
		// SQLite would apply a leftover log to the new file and corrupt it.
		onDisk(() => {
			for (const end of [...BESIDE, '-shm']) rmSync(data + end, { force: true })
		}),
		onDisk(() => renameSync(staged, data)),
	]
}

/**
 * Merges the write-ahead log into the data file, which SQLite does when the last connection closes. If the data are too
 * damaged, the log stays beside them.
 */
function makeOneFile(data: string) {
	// SQLite would treat an empty file as a new database and discard the log beside it.
	if (!existsSync(data) || !isDatabase(data)) return
	let sqlite: Sqlite | undefined
	try {
		sqlite = new Sqlite(data, { readwrite: true, create: false })
		sqlite.run('PRAGMA busy_timeout = 1500')
		sqlite.run('PRAGMA synchronous = FULL')
		sqlite.run('PRAGMA fullfsync = ON')
		sqlite.run('PRAGMA journal_mode = DELETE')
	} catch (error) {
		if (error instanceof SQLiteError && error.code?.startsWith('SQLITE_BUSY'))
			throw new StartRefused(
				`Another program is using ${data}. Stop it (Litestream, a command, a viewer) and try again.`,
				EXIT.dataInUse,
			)
		if (storageTrouble(error) !== 'damaged')
			throw new StartRefused(`Cannot keep ${data} aside (${error}). Nothing was replaced.`, EXIT.noDataFolder)
	} finally {
		sqlite?.close()
	}
}

function isDatabase(path: string): boolean {
	try {
		return headerOf(path) !== null
	} catch {
		return false
	}
}

/** A hard link takes no space or time; file systems without hard links get a copy. */
function keep(path: string, aside: string) {
	try {
		linkSync(path, aside)
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
		const unfinished = `${aside}.partial`
		copyFileSync(path, unfinished)
		finishFile(unfinished, path)
		renameSync(unfinished, aside)
	}
}
