import { constants, SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { EXIT } from '#contract/start-problems.ts'
import { APPLICATION_ID, pragmaNumber } from '#db/file/data-file.ts'
import { schemaDifference } from '#db/file/schema-check.ts'
import { migrations } from '#db/migrations.ts'
import { printable } from '#server/log/printable-text.ts'
import { type FileHeader, headerOf } from '#server/process/data/data-file.ts'
import { StartRefused } from '#server/start-refused.ts'
import { contentsOf, type DataContents } from './backups.queries.ts'

export type CheckedBackup = DataContents & { schemaVersion: number; bytes: number }

type Wording = {
	as: string
	advice: string
	/** True for our own copy, because SQLite checks column constraints only through a writable connection. */
	isOurCopy?: true
}

/** Reads every page without changing the file. Throws with exit code 65 if it cannot be restored. */
export function checkBackup(path: string, wording: Wording = { as: path, advice: CHOOSE_ANOTHER }): CheckedBackup {
	const header = headerOfBackup(path, wording)
	const sqlite = wording.isOurCopy ? new Sqlite(path, { readwrite: true }) : openToRead(path, header)
	try {
		const schemaVersion = refuseForeignSchema(sqlite, wording)
		refuseDamage(sqlite, wording)
		return { ...contentsOf(sqlite), schemaVersion, bytes: statSync(path).size }
	} catch (error) {
		if (error instanceof SQLiteError) throw damaged(wording, error.message)
		throw error
	} finally {
		sqlite.close()
	}
}

export function readFrom<Found>(path: string, read: (sqlite: Sqlite) => Found): Found {
	const header = headerOf(path)
	if (!header) throw new Error('no database')
	const sqlite = openToRead(path, header)
	try {
		sqlite.run('PRAGMA trusted_schema = OFF')
		return read(sqlite)
	} finally {
		sqlite.close()
	}
}

export const contentsAt = (path: string): DataContents => readFrom(path, contentsOf)

function headerOfBackup(path: string, wording: Wording): FileHeader {
	const header = readable(path)
	if (!header) throw damaged(wording, 'it is not a database')
	if (header.applicationId !== APPLICATION_ID)
		throw new StartRefused(`${wording.as} is not a Backseat data file. ${wording.advice}`, EXIT.badData)
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
 * Opening a file in WAL mode creates two files beside it. Backups use no WAL, and a file without a log can be opened as
 * immutable, so reading leaves no files and works on read-only media.
 */
function openToRead(path: string, { isWal }: FileHeader): Sqlite {
	const mayChange = isWal && ['-wal', '-shm'].some((end) => existsSync(path + end))
	const flags = constants.SQLITE_OPEN_READONLY
	if (mayChange) return new Sqlite(path, flags)
	return new Sqlite(`${Bun.pathToFileURL(path)}?immutable=1`, flags | constants.SQLITE_OPEN_URI)
}

/**
 * Must run before any other query, because the check for damage evaluates expressions from the schema. Returns the schema
 * version.
 */
function refuseForeignSchema(sqlite: Sqlite, { as, advice }: Wording): number {
	const version = pragmaNumber(sqlite, 'user_version')
	if (version > migrations.length)
		throw new StartRefused(
			`${as} was written by a newer version (${version} > ${migrations.length}). Use that version.`,
			EXIT.badData,
		)
	const strange = schemaDifference(sqlite)
	if (strange) throw new StartRefused(`${as} ${strange}. ${advice}`, EXIT.badData)
	return version
}

function refuseDamage(sqlite: Sqlite, wording: Wording) {
	const [found] = sqlite.query<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').all()
	if (found?.integrity_check !== 'ok') throw damaged(wording, found?.integrity_check ?? 'nothing could be checked')
	const [dangling] = sqlite.query<{ table: string; parent: string }, []>('PRAGMA foreign_key_check').all()
	if (dangling)
		throw damaged(wording, `a row of ${dangling.table} points to a row of ${dangling.parent} that is not there`)
}

const CHOOSE_ANOTHER = 'It was left as it is; choose another one.'

const damaged = ({ as, advice }: Wording, found: string) =>
	new StartRefused(`${as} is damaged (${oneLine(found)}). ${advice}`, EXIT.badData)

/** SQLite's messages may span lines and contain control characters. */
const oneLine = (text: string) => printable(text.trim().replaceAll(/\s*\n\s*/g, ' '))
