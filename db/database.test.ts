import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import { openDatabase } from './database.ts'
import { DatabaseRefused } from './file/database-refused.ts'
import { migrations } from './migrations.ts'
import { sessions, users } from './schema.ts'
import { seed } from './seed.ts'

const folders: string[] = []
function newFile(): string {
	const folder = mkdtempSync(join(tmpdir(), 'backseat-db-'))
	folders.push(folder)
	return join(folder, 'backseat.db')
}
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const fingerprint = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

test('a new file has strict tables only, and the two built-in people [T22]', () => {
	const path = newFile()
	const db = openDatabase(path)
	expect(db.orm.select({ id: users.id, username: users.username }).from(users).all()).toEqual([
		{ id: 1, username: 'guest' },
		{ id: 2, username: 'demo' },
	])
	db.close()

	const sqlite = new Sqlite(path)
	const tables = sqlite
		.query("SELECT name, strict FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
		.all() as {
		name: string
		strict: number
	}[]
	expect(tables.length).toBeGreaterThan(5)
	expect(tables.filter((table) => table.strict !== 1)).toEqual([])
	sqlite.close()
})

test('an acknowledged write is on disk: WAL with full sync, foreign keys, no trusted schema [B2]', () => {
	const path = newFile()
	// A migration switches foreign keys on again; the second start has nothing to migrate.
	for (const _start of ['first', 'second']) {
		const db = openDatabase(path)
		const pragma = (name: string) => Object.values(db.orm.get<Record<string, unknown>>(`PRAGMA ${name}`) ?? {})[0]
		expect(pragma('journal_mode')).toBe('wal')
		expect(pragma('synchronous')).toBe(2)
		expect(pragma('foreign_keys')).toBe(1)
		expect(pragma('trusted_schema')).toBe(0)
		expect(pragma('busy_timeout')).toBe(5000)
		db.close()
	}
})

test('what was written is there after closing and opening again, and the write-ahead log is empty', () => {
	const path = newFile()
	const first = openDatabase(path)
	first.write(() =>
		first.orm
			.insert(users)
			.values({ id: 7, username: 'mum', avatarId: 1, createdAt: new Date(5) })
			.run(),
	)
	first.close()
	expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)

	const second = openDatabase(path)
	expect(second.orm.select().from(users).all().at(-1)).toMatchObject({ id: 7, username: 'mum', createdAt: new Date(5) })
	second.close()
})

test('a write that throws leaves nothing behind, also when it was inside another one', () => {
	const db = openDatabase(':memory:')
	const add = (id: number) =>
		db.orm
			.insert(users)
			.values({ id, username: `user${id}`, avatarId: 1, createdAt: new Date() })
			.run()
	expect(() =>
		db.write(() => {
			add(10)
			db.write(() => add(11))
			throw new Error('changed my mind')
		}),
	).toThrow('changed my mind')
	expect(db.orm.select().from(users).all()).toHaveLength(2)
})

test('a rewrite keeps all rows in their order, and the rules', () => {
	const path = newFile()
	const db = openDatabase(path)
	seed(db)
	const insertSession = (tokenHash: string) => {
		const at = new Date()
		const session = { tokenHash, userId: 101, userAgent: null, createdAt: at, lastUsedAt: at, expiresAt: at }
		db.write(() => db.orm.insert(sessions).values(session).run())
	}
	for (const name of ['z', 'c', 'x', 'a', 'y', 'b']) insertSession(name)
	db.write(() =>
		db.orm
			.delete(sessions)
			.where(inArray(sessions.tokenHash, ['x', 'a']))
			.run(),
	)
	const everything = () => {
		const rules = db.orm.all<{ type: string; name: string }>(
			sql`SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name`,
		)
		const tables = rules.filter(({ type }) => type === 'table').map(({ name }) => name)
		// Unsorted, so that the rows come in the order in which the file stores them.
		return { rules, rows: tables.map((name) => [name, db.orm.all(sql.raw(`SELECT * FROM "${name}"`))]) }
	}
	const newestFirst = () =>
		db.orm
			.all<{ hash: string }>(sql`SELECT token_hash AS hash FROM sessions ORDER BY rowid DESC`)
			.map(({ hash }) => hash)
	const before = everything()

	expect(db.rewrite()).toBe('done')

	expect(everything()).toEqual(before)
	insertSession('d')
	expect(newestFirst().slice(0, 5)).toEqual(['d', 'b', 'y', 'c', 'z'])
	expect(db.orm.all(sql`PRAGMA integrity_check`)).toEqual([{ integrity_check: 'ok' }])
	db.close()
	openDatabase(path).close()
})

test('a rewrite blocks no reader, and changes nothing for one that has begun', () => {
	const path = newFile()
	const db = openDatabase(path)
	const reader = new Sqlite(path, { readonly: true })
	const names = () => reader.query('SELECT username FROM users').values()
	reader.run('BEGIN')
	expect(names()).toEqual([['guest'], ['demo']])
	db.write(() => db.orm.update(users).set({ username: 'somebody else' }).where(eq(users.id, 2)).run())

	expect(db.rewrite()).toBe('done')

	expect(names()).toEqual([['guest'], ['demo']])
	reader.run('COMMIT')
	expect(names()).toEqual([['guest'], ['somebody else']])
	reader.close()
	db.close()
})

test('the file is not rewritten in the middle of a write', () => {
	const db = openDatabase(newFile())

	expect(() => db.write(() => db.rewrite())).toThrow('in the middle of a write')

	expect(db.rewrite()).toBe('done')
	db.close()
})

test('the database of another program is refused and not touched', () => {
	const path = newFile()
	const sqlite = new Sqlite(path)
	sqlite.run('CREATE TABLE bookmarks (url TEXT)')
	sqlite.close()
	const before = fingerprint(path)

	expect(() => openDatabase(path)).toThrow(DatabaseRefused)
	expect(fingerprint(path)).toBe(before)
})

test('every migration file is in the list, in order', () => {
	const files = readdirSync(join(import.meta.dir, 'migrations'))
		.filter((name) => name.endsWith('.sql'))
		.sort()
	expect(migrations.map(({ name }) => `${name}.sql`)).toEqual(files)
})
