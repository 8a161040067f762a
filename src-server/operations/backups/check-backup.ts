import { constants, SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { APPLICATION_ID, pragmaNumber } from '#db/data-file.ts'
import { migrations } from '#db/migrations.ts'
import { strangeInSchema } from '#db/schema-check.ts'
import { printable } from '#server/process/log/printable-text.ts'
import { EXIT, StartRefused } from '#server/process/start-refused.ts'
import { contentsOf, type DataContents } from './backups.queries.ts'
import { type FileHeader, headerOf } from './file-header.ts'

/** A data file that was read to its last page and is good. */
export type CheckedBackup = DataContents & { schemaVersion: number; bytes: number }

/** How a refusal calls the file, and what it says that somebody should do. */
type Told = {
	as: string
	advice: string
	/** Nobody else knows the file yet. Only through a connection that may write does SQLite check the columns' rules. */
	isOurCopy?: true
}

/** Reads every page of the file, and changes nothing. Refuses with exit code 65 what could not be restored. */
export function checkBackup(path: string, told: Told = { as: path, advice: CHOOSE_ANOTHER }): CheckedBackup {
	const header = headerOfBackup(path, told)
	const sqlite = told.isOurCopy ? new Sqlite(path, { readwrite: true }) : openToRead(path, header)
	try {
		const schemaVersion = refuseStrange(sqlite, told)
		refuseDamage(sqlite, told)
		return { ...contentsOf(sqlite), schemaVersion, bytes: statSync(path).size }
	} catch (error) {
		if (error instanceof SQLiteError) throw damaged(told, error.message)
		throw error
	} finally {
		sqlite.close()
	}
}

/** What is in data that may be damaged, or newer than we are. Throws where it cannot be told. */
export function glanceAt(path: string): DataContents {
	const header = headerOf(path)
	if (!header) throw new Error('no database')
	const sqlite = openToRead(path, header)
	try {
		sqlite.run('PRAGMA trusted_schema = OFF')
		return contentsOf(sqlite)
	} finally {
		sqlite.close()
	}
}

function headerOfBackup(path: string, told: Told): FileHeader {
	const header = readable(path)
	if (!header) throw damaged(told, 'it is no database')
	if (header.applicationId !== APPLICATION_ID)
		throw new StartRefused(`${told.as} is not a Backseat data file. ${told.advice}`, EXIT.badData)
	return header
}

function readable(path: string) {
	try {
		return headerOf(path)
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		const reason = code === 'ENOENT' ? 'it is not there' : code === 'EISDIR' ? 'it is a folder' : code
		throw new StartRefused(`Cannot read ${path}: ${reason}. 'backseat backup list' shows what there is.`, EXIT.badFlag)
	}
}

/**
 * Opening a file in WAL mode makes two others beside it. A backup is in no such mode, and a lone file can be promised
 * to SQLite as one that nobody changes, so that looking leaves no trace, also where nothing may be written.
 */
function openToRead(path: string, { isWal }: FileHeader): Sqlite {
	const mayChange = isWal && ['-wal', '-shm'].some((end) => existsSync(path + end))
	const flags = constants.SQLITE_OPEN_READONLY
	if (mayChange) return new Sqlite(path, flags)
	return new Sqlite(`${pathToFileURL(path)}?immutable=1`, flags | constants.SQLITE_OPEN_URI)
}

/** Before anything else is asked of the file: looking for damage computes what its rules say. Answers its version. */
function refuseStrange(sqlite: Sqlite, { as, advice }: Told): number {
	const version = pragmaNumber(sqlite, 'user_version')
	if (version > migrations.length)
		throw new StartRefused(
			`${as} was written by a newer version (${version} > ${migrations.length}). Use that version.`,
			EXIT.badData,
		)
	const strange = strangeInSchema(sqlite)
	if (strange) throw new StartRefused(`${as} ${strange}. ${advice}`, EXIT.badData)
	return version
}

function refuseDamage(sqlite: Sqlite, told: Told) {
	const [found] = sqlite.query<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').all()
	if (found?.integrity_check !== 'ok') throw damaged(told, found?.integrity_check ?? 'nothing could be checked')
	const [dangling] = sqlite.query<{ table: string; parent: string }, []>('PRAGMA foreign_key_check').all()
	if (dangling)
		throw damaged(told, `a row of ${dangling.table} points to a row of ${dangling.parent} that is not there`)
}

const CHOOSE_ANOTHER = 'It was left as it is; choose another one.'

const damaged = ({ as, advice }: Told, found: string) =>
	new StartRefused(`${as} is damaged (${oneLine(found)}). ${advice}`, EXIT.badData)

/** What is found may be several lines, and may quote names that whoever made the file has meant for a terminal. */
const oneLine = (text: string) => printable(text.trim().replaceAll(/\s*\n\s*/g, ' '))
