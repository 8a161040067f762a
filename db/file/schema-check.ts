import { Database as Sqlite } from 'bun:sqlite'
import { migrate } from '#db/migrate.ts'
import { migrations } from '#db/migrations.ts'
import { pragmaNumber } from './data-file.ts'

type Part = { type: string; name: string; tableName: string; sql: string }

/**
 * Compares the file's schema with the one that the migrations up to its version produce. Returns the end of a sentence about
 * the file, or null if they agree. A planted trigger would run with every rating. Only the list of schema objects is read,
 * so that nothing in it runs.
 */
export function schemaDifference(sqlite: Sqlite): string | null {
	// Stays off afterwards: a valid schema needs no functions with side effects.
	sqlite.run('PRAGMA trusted_schema = OFF')
	const found = partsOf(sqlite)
	const ours = partsOfVersion(pragmaNumber(sqlite, 'user_version'))
	for (const [key, part] of found) {
		const own = ours.get(key)
		if (!own) return `has ${named(part)} that Backseat did not make`
		if (own.tableName !== part.tableName || own.sql !== part.sql)
			return `has another ${named(part)} than Backseat makes`
	}
	for (const [key, part] of ours) if (!found.has(key)) return `has no ${named(part)}`
	return null
}

/** By version, because a process may check many files, and migrating takes 20 ms. */
const known = new Map<number, Map<string, Part>>()

function partsOfVersion(version: number): Map<string, Part> {
	const remembered = known.get(version)
	if (remembered) return remembered
	const sqlite = new Sqlite(':memory:')
	try {
		migrate(sqlite, ':memory:', { migrations: migrations.slice(0, version) })
		const parts = partsOf(sqlite)
		known.set(version, parts)
		return parts
	} finally {
		sqlite.close()
	}
}

/** Objects that SQLite adds: indexes for UNIQUE, counters for AUTOINCREMENT, statistics from ANALYZE. */
const OF_SQLITE = new Map([
	['sqlite_sequence', 'CREATE TABLE sqlite_sequence(name,seq)'],
	['sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
	['sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'],
])
/** Tables that Litestream, recommended by docs/self-hosting.md, adds to databases it replicates. */
const OF_LITESTREAM = new Map([
	['_litestream_seq', 'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)'],
	['_litestream_lock', 'CREATE TABLE _litestream_lock (id INTEGER)'],
])

function partsOf(sqlite: Sqlite): Map<string, Part> {
	const parts = sqlite
		.query<Part, []>(
			// Converts to text, because a manipulated file may hold any type.
			`SELECT type || '' AS type, name || '' AS name, tbl_name || '' AS tableName, coalesce(sql, '') || '' AS sql
			FROM main.sqlite_schema`,
		)
		.all()
		// A checkout on Windows may have CRLF in the migrations.
		.map((part) => ({ ...part, sql: part.sql.replaceAll('\r\n', '\n') }))
		.filter(({ type, name, sql }) => {
			const isIndexOfUnique = type === 'index' && sql === ''
			return (
				!isIndexOfUnique && !(type === 'table' && [OF_SQLITE, OF_LITESTREAM].some((made) => made.get(name) === sql))
			)
		})
	return new Map(parts.map((part) => [`${part.type} ${part.name}`, part]))
}

/** The name comes from the file and could carry control characters for the terminal. */
const named = ({ type, name }: Part) => `${shown(type)} "${shown(name)}"`

const shown = (text: string) => text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?').slice(0, 60)
