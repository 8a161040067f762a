import { Database as Sqlite } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { migrate } from '#db/migrate.ts'
import { migrations } from '#db/migrations.ts'
import { schemaDifference } from './schema-check.ts'

/** One empty file per version, with the schema of that version. */
const emptyFiles: Uint8Array[] = [new Sqlite(':memory:').serialize()]
for (let version = 1; version <= migrations.length; version++) {
	const sqlite = Sqlite.deserialize(emptyFiles[version - 1] ?? new Uint8Array())
	migrate(sqlite, ':memory:', { migrations: migrations.slice(0, version) })
	emptyFiles.push(sqlite.serialize())
	sqlite.close()
}

const dataOf = (version = migrations.length): Sqlite => Sqlite.deserialize(emptyFiles[version] ?? new Uint8Array())

/** The result of the check after these statements changed today's schema. */
function saidAfter(...deeds: string[]): string | null {
	const sqlite = dataOf()
	for (const deed of deeds) sqlite.run(deed)
	return schemaDifference(sqlite)
}

test.each(migrations.map(({ name }, index) => [index + 1, name] as const))(
	'data of version %i (%s) are as Backseat makes them, whatever came later',
	(version) => {
		expect(schemaDifference(dataOf(version))).toBeNull()
	},
)

const STEAL = 'AFTER INSERT ON users BEGIN UPDATE users SET display_name = new.password_hash WHERE id = new.id; END'

test.each([
	['a trigger', `CREATE TRIGGER steal ${STEAL}`, 'has trigger "steal" that Backseat did not make'],
	['a view', 'CREATE VIEW peek AS SELECT * FROM users', 'has view "peek" that Backseat did not make'],
	['a table', 'CREATE TABLE notes (text)', 'has table "notes" that Backseat did not make'],
	['an index', 'CREATE INDEX spy ON users (lower(email))', 'has index "spy" that Backseat did not make'],
	['a virtual table', 'CREATE VIRTUAL TABLE found USING fts5(text)', 'has table "found" that Backseat did not make'],
	['a column', 'ALTER TABLE users ADD COLUMN note text', 'has another table "users" than Backseat makes'],
])('%s that somebody put in is named [B8]', (_what, deed, said) => {
	expect(saidAfter(deed)).toBe(said)
})

test('what looks like something of ours or of SQLite is looked into', () => {
	expect(saidAfter('DROP TRIGGER ratings_counted', `CREATE TRIGGER ratings_counted ${STEAL}`)).toBe(
		'has another trigger "ratings_counted" than Backseat makes',
	)
	expect(saidAfter('CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER DEFAULT (random()))')).toBe(
		'has table "_litestream_seq" that Backseat did not make',
	)
	expect(saidAfter(`CREATE TRIGGER _litestream_seq ${STEAL}`)).toStartWith('has trigger "_litestream_seq"')
})

describe('whatever Backseat makes', () => {
	const made = dataOf()
		.query<{ type: string; name: string }, []>(
			// SQLite itself forbids dropping the tables behind a virtual table.
			`SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'
				AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')`,
		)
		.all()

	test.each(made.map(({ type, name }) => [type, name] as const))('is missed: %s %s', (type, name) => {
		// A dropped table takes its indexes and triggers with it, and the check may report any of them first.
		const said = saidAfter('PRAGMA foreign_keys = OFF', `DROP ${type} ${name}`)
		if (type === 'table') expect(said).toStartWith('has no ')
		else expect(said).toBe(`has no ${type} "${name}"`)
	})
})

test('what SQLite and Litestream add themselves is nothing strange, and neither are the line ends of another system', () => {
	expect(saidAfter('ANALYZE')).toBeNull()
	expect(
		saidAfter(
			'CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);',
			'CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER);',
		),
	).toBeNull()

	const windows = new Sqlite(':memory:')
	migrate(windows, ':memory:', {
		migrations: migrations.map((one) => ({ ...one, sql: one.sql.replaceAll('\n', '\r\n') })),
	})
	expect(schemaDifference(windows)).toBeNull()
})

test('a name that was meant for a terminal does nothing there, and does not go on for ever', () => {
	const said = saidAfter(`CREATE TABLE "\u001b[2Jfine\n\u202e${'x'.repeat(500)}" (a)`)

	expect(said).toMatch(/^has table "\?\[2Jfine\?\?x{1,60}" that Backseat did not make$/)
})

test('nothing of a file runs while its schema is looked at', () => {
	const sqlite = dataOf()
	// Evaluating this view would never end.
	sqlite.run('CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT max(i) FROM n')

	expect(schemaDifference(sqlite)).toStartWith('has view "endless"')
	expect(sqlite.query('PRAGMA trusted_schema').get()).toEqual({ trusted_schema: 0 })
})
