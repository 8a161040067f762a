import { SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite'
import { migrations } from './migrations.ts'
import * as schema from './schema.ts'

/** 'Back' in ASCII: how a Backseat file tells itself from any other SQLite file. */
const APPLICATION_ID = 0x4261636b

/** One open data file. Reading goes through `orm`; everything that changes it goes through `write`. */
export type Database = {
	orm: BunSQLiteDatabase<typeof schema>
	/**
	 * The one place that opens write transactions. Synchronous: what `work` does is on disk when `write` returns,
	 * or, if it throws, never happened. Within another `write` it joins that transaction.
	 */
	write<T>(work: () => T): T
	close(): void
}

/** Why a data file is left alone. `exitCode` is the sysexits number the process should end with. */
export class DatabaseRefused extends Error {
	override name = 'DatabaseRefused'
	constructor(
		message: string,
		readonly exitCode: number,
	) {
		super(message)
	}
}

const EX_DATAERR = 65
const EX_MIGRATION_FAILED = 70

/** Opens (or makes) the data file at `path`, `:memory:` for tests, and brings it to today's schema. */
export function openDatabase(path: string): Database {
	const sqlite = new Sqlite(path, { create: true, strict: true })
	try {
		sqlite.run('PRAGMA busy_timeout = 5000')
		refuseForeignFile(sqlite, path)
		prepareConnection(sqlite)
		migrate(sqlite, path)
	} catch (error) {
		sqlite.close()
		throw isDamage(error) ? damaged(path) : error
	}
	return {
		orm: drizzle(sqlite, { schema, casing: 'snake_case' }),
		write: (work) => (sqlite.inTransaction ? work() : sqlite.transaction(work).immediate()),
		close: () => {
			sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
			sqlite.close()
		},
	}
}

const isDamage = (error: unknown) =>
	error instanceof SQLiteError && (error.code === 'SQLITE_NOTADB' || error.code === 'SQLITE_CORRUPT')

const damaged = (path: string) =>
	new DatabaseRefused(`${path} is damaged or not a database. It was left as it is; restore a backup.`, EX_DATAERR)

/** An acknowledged rating survives a power cut: WAL with FULL (NORMAL lost rows in tests). After this the file is ours. */
function prepareConnection(sqlite: Sqlite) {
	for (const pragma of [
		'journal_mode = WAL',
		'synchronous = FULL',
		'fullfsync = ON',
		'checkpoint_fullfsync = ON',
		'foreign_keys = ON',
		'trusted_schema = OFF',
		'journal_size_limit = 67108864',
	])
		sqlite.run(`PRAGMA ${pragma}`)
}

function pragmaNumber(sqlite: Sqlite, name: 'application_id' | 'user_version'): number {
	return sqlite.query<Record<string, number>, []>(`PRAGMA ${name}`).get()?.[name] ?? 0
}

function refuseForeignFile(sqlite: Sqlite, path: string) {
	const version = pragmaNumber(sqlite, 'user_version')
	if (version > migrations.length)
		throw new DatabaseRefused(
			`This data was written by a newer version (${version} > ${migrations.length}): ${path}. Use that version.`,
			EX_DATAERR,
		)
	const isEmpty = sqlite.query('SELECT 1 FROM sqlite_schema LIMIT 1').get() === null
	if (!isEmpty && pragmaNumber(sqlite, 'application_id') !== APPLICATION_ID)
		throw new DatabaseRefused(
			`${path} is not a Backseat data file. Move it away or choose another --data-dir.`,
			EX_DATAERR,
		)
}

/** All missing steps in one transaction, so that a failure leaves the file as it was. */
function migrate(sqlite: Sqlite, path: string) {
	const done = pragmaNumber(sqlite, 'user_version')
	if (done === migrations.length) return
	try {
		sqlite
			.transaction(() => {
				for (const { sql } of migrations.slice(done)) sqlite.run(sql)
				sqlite.run(`PRAGMA application_id = ${APPLICATION_ID}`)
				sqlite.run(`PRAGMA user_version = ${migrations.length}`)
			})
			.immediate()
	} catch (cause) {
		throw new DatabaseRefused(
			`Could not bring ${path} up to date: ${String(cause)}. Nothing was changed.`,
			EX_MIGRATION_FAILED,
		)
	}
}
