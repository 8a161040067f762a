import { SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { ratings, users } from '#db/schema.ts'
import { seed } from '#db/seed.ts'
import { storageHealth } from './storage-health.ts'
import { troubleOfCode } from './storage-trouble.ts'

function familyAtHome() {
	const path = join(mkdtempSync(join(tmpdir(), 'backseat-health-')), 'backseat.db')
	const first = openDatabase(path)
	seed(first)
	first.close()
	const told: string[] = []
	return { path, told, db: openDatabase(path, { warn: (text) => told.push(text) }) }
}

type Home = ReturnType<typeof familyAtHome>

const rename = ({ db }: Home, name: string) =>
	db.write(() => db.orm.update(users).set({ displayName: name }).where(sql`id = 101`).run())

/**
 * Simulates a disk that returns other bytes than were written. Another program's write makes the connection read the
 * file again.
 */
function damageRatings({ path }: Home) {
	const other = new Sqlite(path)
	const { rootpage } = other.query("SELECT rootpage FROM sqlite_schema WHERE name = 'ratings'").get() as {
		rootpage: number
	}
	const file = openSync(path, 'r+')
	writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, (rootpage - 1) * 4096)
	closeSync(file)
	other.run("UPDATE users SET display_name = 'seen by another program' WHERE id = 102")
	other.close()
}

test('once damage is seen nothing more is written, what is whole is read, and the operator is told once', () => {
	const home = familyAtHome()
	damageRatings(home)

	expect(() => home.db.orm.select().from(ratings).all()).toThrow(SQLiteError)
	expect(() => home.db.orm.select().from(ratings).all()).toThrow(SQLiteError)

	expect(() => rename(home, 'Jonas')).toThrow('malformed')
	expect(home.db.rewrite()).toBe('busy')
	expect(home.db.orm.select().from(users).all()).toHaveLength(9)
	expect(home.told).toEqual([expect.stringContaining(`THE DATA ARE DAMAGED: ${home.path}`)])
})

test('damage stays damage, whatever else goes wrong afterwards', () => {
	const errorOf = (work: () => unknown) => {
		try {
			work()
		} catch (error) {
			return error
		}
		throw new Error('Nothing went wrong')
	}
	const home = familyAtHome()
	damageRatings(home)
	const malformed = errorOf(() => home.db.orm.select().from(ratings).all())
	const readOnly = errorOf(() => new Sqlite(home.path, { readonly: true }).run('DELETE FROM users'))
	const health = storageHealth('a path', () => {})

	health.failed(malformed)
	health.failed(readOnly)

	expect(health.refuseIfDamaged).toThrow('malformed')
	expect(health.state()).toBe('damaged')
})

test('a full disk is reported once, and so is its end', () => {
	const home = familyAtHome()
	const limitPages = (pages: number) => home.db.orm.run(sql.raw(`PRAGMA max_page_count = ${pages}`))
	const fill = () => home.db.write(() => home.db.orm.run(sql`UPDATE users SET display_name = hex(zeroblob(100000))`))
	limitPages(1)

	for (const _ of [1, 2, 3]) expect(fill).toThrow()
	limitPages(100_000)
	fill()
	fill()

	expect(home.told).toEqual([
		expect.stringContaining(`THE DISK IS FULL: nothing can be saved in ${home.path}`),
		`${home.path} can be written to again.`,
	])
	home.db.close()
})

test('what a failed write left open is taken back, not joined: an acknowledged rating is on disk', () => {
	const home = familyAtHome()
	home.db.orm.run('BEGIN')
	home.db.orm.run("UPDATE users SET display_name = 'half done' WHERE id = 103")

	rename(home, 'Jonas the Kid')

	const other = new Sqlite(home.path, { readonly: true })
	expect(other.query('SELECT display_name FROM users WHERE id IN (101, 103) ORDER BY id').values()).toEqual([
		['Jonas the Kid'],
		['maria.p'],
	])
	other.close()
	home.db.close()
})

test('when a program such as Litestream copies the log, closing does not while that program is there', () => {
	const path = join(mkdtempSync(join(tmpdir(), 'backseat-external-')), 'backseat.db')
	const log = () => (existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`).length : 0)
	for (const [checkpoint, isLogKept] of [
		['external', true],
		['own', false],
	] as const) {
		const db = openDatabase(path, { checkpoint })
		const litestream = new Sqlite(path)
		litestream.query('SELECT count(*) FROM users').get()
		db.write(() => db.orm.run("UPDATE users SET display_name = 'x' WHERE id = 2"))
		db.close()
		expect(log() > 0).toBe(isLogKept)
		litestream.close()
	}
})

test('a log that no such program empties does not fill the disk all the same', () => {
	const path = join(mkdtempSync(join(tmpdir(), 'backseat-external-')), 'backseat.db')
	const db = openDatabase(path, { checkpoint: 'external' })
	db.orm.run('CREATE TABLE ballast (bytes BLOB) STRICT')

	for (let megabytes = 0; megabytes < 160; megabytes += 4)
		db.write(() => db.orm.run('INSERT INTO ballast VALUES (zeroblob(4000000))'))

	expect(statSync(`${path}-wal`).size).toBeLessThan(100_000_000)
	expect(statSync(path).size).toBeGreaterThan(50_000_000)
	db.close()
})

test('only damage is damage: what may pass is not', () => {
	for (const code of ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']) expect(troubleOfCode(code)).toBe('full')
	for (const code of ['SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'SQLITE_READONLY_DBMOVED', 'SQLITE_CANTOPEN'])
		expect(troubleOfCode(code)).toBe('failing')
	for (const code of ['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB', 'SQLITE_IOERR_SHORT_READ'])
		expect(troubleOfCode(code)).toBe('damaged')
	for (const code of ['SQLITE_BUSY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_ERROR'])
		expect(troubleOfCode(code)).toBeUndefined()
})
