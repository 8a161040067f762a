import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { migrations } from '#db/migrations.ts'
import { freshDatabase } from './fresh-database.ts'

const firstColumn = (db: ReturnType<typeof freshDatabase>, query: string) => db.orm.get<unknown[]>(sql.raw(query))?.[0]
const SCHEMA = `SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_master ORDER BY name)`

test('a clone has the schema of a database that was migrated step by step', () => {
	const migrated = openDatabase(':memory:')
	expect(firstColumn(freshDatabase(), SCHEMA)).toBe(firstColumn(migrated, SCHEMA))
	expect(firstColumn(freshDatabase(), 'PRAGMA user_version')).toBe(migrations.length)
	expect(firstColumn(freshDatabase(), 'PRAGMA foreign_keys')).toBe(1)
})

test('no clone sees the rows of another, and each has its own key and tag', () => {
	const one = freshDatabase()
	const other = freshDatabase()
	one.write(() =>
		one.orm.run(sql`INSERT INTO friendships (user_id, friend_id, status, created_at) VALUES (1, 2, 'pending', 0)`),
	)
	expect(firstColumn(one, 'SELECT count(*) FROM friendships')).toBe(1)
	expect(firstColumn(other, 'SELECT count(*) FROM friendships')).toBe(0)
	expect(firstColumn(freshDatabase(), 'SELECT count(*) FROM friendships')).toBe(0)
	for (const secret of ['SELECT hex(key) FROM signing_key', 'SELECT hex(tag) FROM instance'])
		expect(firstColumn(one, secret)).not.toBe(firstColumn(other, secret))
})

test('a changed migration makes a new template', () => {
	freshDatabase()
	const more = [...migrations, { name: 'more', sql: 'CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT' }]
	expect(firstColumn(freshDatabase(more), 'SELECT count(*) FROM more')).toBe(0)
	expect(() => firstColumn(freshDatabase(), 'SELECT count(*) FROM more')).toThrow()
})

test('a clone that grows far beyond its template keeps every row', () => {
	const db = freshDatabase()
	db.write(() => {
		db.orm.run(sql`CREATE TABLE filler (bytes BLOB) STRICT`)
		for (let i = 0; i < 200; i++) db.orm.run(sql`INSERT INTO filler VALUES (zeroblob(50000))`)
	})
	expect(firstColumn(db, 'SELECT sum(length(bytes)) FROM filler')).toBe(10_000_000)
	expect(firstColumn(db, 'PRAGMA integrity_check')).toBe('ok')
})
