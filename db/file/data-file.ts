import { SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { EXIT } from '#contract/start-problems.ts'
import { DatabaseRefused, DataDamaged } from './database-refused.ts'

/** 'Back' in ASCII; identifies Backseat files among SQLite files. */
export const APPLICATION_ID = 0x4261636b

type NumberPragma = 'application_id' | 'user_version' | 'page_count' | 'page_size'

export function pragmaNumber(sqlite: Sqlite, name: NumberPragma): number {
	return sqlite.query<Record<string, number>, []>(`PRAGMA ${name}`).get()?.[name] ?? 0
}

/**
 * A read-only connection that stays open during the check. The last writer to close a file copies the write-ahead log into
 * it, which must not happen to a file that is refused. Null for a missing or empty file, which will be created.
 */
export function openReader(path: string, timeoutMs: number): Sqlite | null {
	const stat = statSync(path, { throwIfNoEntry: false })
	if (!stat || stat.size === 0) return refuseLostFile(path)
	if (!stat.isFile()) return null
	const sqlite = new Sqlite(path, { readonly: true })
	try {
		sqlite.run(`PRAGMA busy_timeout = ${timeoutMs}`)
		pragmaNumber(sqlite, 'user_version')
		return sqlite
	} catch (error) {
		sqlite.close()
		// A process was killed while creating the file, or another program left a hot journal, which only a writer can roll
		// back.
		if (error instanceof SQLiteError && error.code === 'SQLITE_READONLY_ROLLBACK') return null
		throw error
	}
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** SQLite would treat an empty file as new and delete the log beside it. */
function refuseLostFile(path: string): null {
	if (sizeOf(`${path}-wal`) > 0)
		throw new DataDamaged(`${path} is empty or gone, but its write-ahead log is there. It was left as it is.`)
	return null
}

export function refuseForeign(sqlite: Sqlite, path: string, supported: number) {
	const version = pragmaNumber(sqlite, 'user_version')
	const isOurs = pragmaNumber(sqlite, 'application_id') === APPLICATION_ID
	const isEmpty = sqlite.query('SELECT 1 FROM sqlite_schema LIMIT 1').get() === null
	if (!isOurs && !(isEmpty && version === 0))
		throw new DatabaseRefused(
			`${path} is not a Backseat data file. Move it away or choose another --data-dir.`,
			EXIT.badData,
			'data_foreign',
		)
	if (version > supported)
		throw new DatabaseRefused(
			`This data was written by a newer version (${version} > ${supported}): ${path}. Use that version.`,
			EXIT.badData,
			'data_newer',
		)
}

/** SQLite opens a corrupt file and continues to write to it. The full check takes 0.35 s for a million ratings. */
export function refuseDamage(sqlite: Sqlite, path: string) {
	const found = quickCheck(sqlite)
	if (found !== null) throw damaged(path, found)
}

/** Needs a writable connection: read-only ones skip the CHECK constraints (0.15 of 0.35 s). */
function quickCheck(sqlite: Sqlite): string | null {
	const [found] = sqlite.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').all()
	return found?.quick_check === 'ok' ? null : (found?.quick_check ?? 'nothing could be checked')
}

/** Checks a file that a server has open. Returns the problem or null; writes nothing. */
export function damageIn(path: string): string | null {
	// This read-only connection is closed last. If the server exits meanwhile, a writable last connection would copy the
	// log into the file.
	using _reader = new Sqlite(path, { readonly: true })
	using sqlite = new Sqlite(path, { readwrite: true, create: false })
	sqlite.run('PRAGMA query_only = ON')
	sqlite.run('PRAGMA trusted_schema = OFF')
	return quickCheck(sqlite)
}

export function refuseCutOff(sqlite: Sqlite, path: string) {
	if (isCutOff(sqlite, path)) throw damaged(path, 'its end is missing')
}

/** SQLite reads the missing part of the last page as zeros. With a log present, the file may legitimately be shorter. */
function isCutOff(sqlite: Sqlite, path: string): boolean {
	const { size } = statSync(path)
	return size < pragmaNumber(sqlite, 'page_count') * pragmaNumber(sqlite, 'page_size') && sizeOf(`${path}-wal`) === 0
}

export const damaged = (path: string, found: string) =>
	new DataDamaged(`${path} is damaged or not a database (${found}). It was left as it is.`)
