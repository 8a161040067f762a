import { SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import { storageTrouble } from '#db/file/storage-trouble.ts'
import { headerOf } from '#server/process/data/data-file.ts'
import { syncFolder } from '#server/process/data/durable-file.ts'
import { StartRefused } from '#server/start-refused.ts'
import { finishFile } from './make-backup.ts'

/** `staged`: the new data, whole and on the disk. `aside`: the name under which those of before are kept. */
export type Replacement = { data: string; staged: string; aside: string }

/** What SQLite reads together with the data file of that name, whether it belongs to it or not. */
const BESIDE = ['-wal', '-journal']

/**
 * The steps that replace the data, in an order that may be interrupted anywhere: up to the last step the old data are
 * there under their name, after it the new ones. After each step its result is on the disk.
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
		// SQLite would apply a log left beside the new file to it, and damage it.
		onDisk(() => {
			for (const end of [...BESIDE, '-shm']) rmSync(data + end, { force: true })
		}),
		onDisk(() => renameSync(staged, data)),
	]
}

/**
 * Takes the write-ahead log into the data file, which then holds everything. SQLite does so only for the last connection
 * to the file. Data too damaged for this keep their log beside them.
 */
function makeOneFile(data: string) {
	// An empty file would be taken for a new database, and the log beside it thrown away.
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

/** A second name for the same file takes no room and no time. Not every file system has such; there it is copied. */
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
