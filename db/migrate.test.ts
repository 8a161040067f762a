import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DatabaseOptions, openDatabase } from './database.ts'
import { DatabaseRefused } from './file/database-refused.ts'
import { migrations } from './migrations.ts'
import { ratings, users } from './schema.ts'
import { seed } from './seed.ts'

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** A family's data with today's schema, which is older than the migrations that a test adds. */
function familyFile(): string {
	const path = join(mkdtempSync(join(tmpdir(), 'backseat-migrate-')), 'backseat.db')
	const db = openDatabase(path)
	seed(db)
	db.close()
	return path
}

const withStep = (...sql: string[]): DatabaseOptions => ({
	migrations: [...migrations, ...sql.map((text, step) => ({ name: `step ${step}`, sql: text }))],
	beforeMigration: () => '/backups/before.db',
})

function refusalOf(path: string, opening: DatabaseOptions): DatabaseRefused {
	try {
		openDatabase(path, opening).close()
	} catch (error) {
		if (error instanceof DatabaseRefused) return error
		throw error
	}
	throw new Error('It was opened')
}

test('when a step fails, what was done before it is undone, the backup is named, and the old version starts [B17]', () => {
	const path = familyFile()
	const before = sha256(path)

	const { message, exitCode, problem } = refusalOf(
		path,
		withStep(
			'CREATE TABLE garages (id INTEGER) STRICT',
			'UPDATE users SET avatar_id = 5; INSERT INTO nowhere VALUES (1)',
		),
	)

	expect({ exitCode, problem }).toEqual({ exitCode: 70, problem: 'migration_failed' })
	expect(message).toStartWith(`Could not bring ${path} up to date: `)
	expect(message).toContain('no such table: nowhere')
	expect(message).toEndWith('Nothing was changed. The backup made before is /backups/before.db.')
	expect(sha256(path)).toBe(before)
	const old = openDatabase(path)
	expect(old.orm.select().from(ratings).all()).toHaveLength(16)
	expect(() => old.orm.run('SELECT * FROM garages')).toThrow()
	old.close()
})

test('the backup is made before anything is changed, once, and only of data that are there', () => {
	const path = familyFile()
	const seen: unknown[] = []
	const opening: DatabaseOptions = {
		...withStep('CREATE TABLE garages (id INTEGER) STRICT'),
		beforeMigration: (from) => {
			const sqlite = new Sqlite(path, { readonly: true })
			seen.push(from, sqlite.query("SELECT name FROM sqlite_schema WHERE name = 'garages'").get())
			sqlite.close()
			return 'somewhere'
		},
	}

	openDatabase(`${path}-new`, opening).close()
	expect(seen).toEqual([])
	openDatabase(path, opening).close()
	expect(seen).toEqual([migrations.length, null])
	openDatabase(path, opening).close()
	expect(seen).toHaveLength(2)
})

test('without a backup nothing is changed [B17]', () => {
	const path = familyFile()
	const before = sha256(path)
	const noRoom = () => {
		throw new Error('the backup disk is full')
	}

	const { message, exitCode } = refusalOf(path, { ...withStep('DROP TABLE ratings'), beforeMigration: noRoom })

	expect(exitCode).toBe(70)
	expect(message).toBe(
		`Could not bring ${path} up to date: no backup could be made before (the backup disk is full). Nothing was changed.`,
	)
	expect(sha256(path)).toBe(before)
})

test('a backup that finds no room is distinguished from a migration that fails', () => {
	const noRoom = () => {
		throw Object.assign(new Error('No room for a backup'), { problem: 'disk_full' })
	}

	expect(refusalOf(familyFile(), { ...withStep('DROP TABLE ratings'), beforeMigration: noRoom })).toMatchObject({
		exitCode: 70,
		problem: 'disk_full',
	})
})

test('a command beside the server leaves older data to the server', () => {
	const path = familyFile()
	const before = sha256(path)

	const { message, exitCode } = refusalOf(path, { ...withStep('DROP TABLE ratings'), mayMigrate: false })

	expect(exitCode).toBe(65)
	expect(message).toContain(`written by an older version (${migrations.length} < ${migrations.length + 1})`)
	expect(message).toContain('Start the server of this version once')
	expect(sha256(path)).toBe(before)
})

test('a table can be rebuilt without emptying those that point to it', () => {
	const path = familyFile()
	const rebuild = `
		CREATE TABLE copy (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE) STRICT;
		INSERT INTO copy SELECT id, id FROM users;
		CREATE TABLE users_new AS SELECT * FROM users;
		DROP TABLE users;
		CREATE TABLE users (id INTEGER PRIMARY KEY, username TEXT NOT NULL) STRICT;
		INSERT INTO users SELECT id, username FROM users_new;
		DROP TABLE users_new;`

	const db = openDatabase(path, withStep(rebuild))

	expect(db.orm.all('SELECT count(*) AS count FROM copy')).toEqual([{ count: 9 }])
	expect(db.orm.all('SELECT count(*) AS count FROM hidden_drivers')).toEqual([{ count: 1 }])
	expect(db.orm.all('PRAGMA foreign_keys')).toEqual([{ foreign_keys: 1 }])
	db.close()
})

test('a step that leaves a row pointing nowhere is taken back', () => {
	const path = familyFile()

	const { message } = refusalOf(path, withStep('DELETE FROM users WHERE id = 102'))

	expect(message).toContain('points to a row of users that is not there')
	const old = openDatabase(path)
	expect(old.orm.select().from(users).all()).toHaveLength(9)
	old.close()
})
