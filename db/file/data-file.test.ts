import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import {
	closeSync,
	cpSync,
	mkdtempSync,
	openSync,
	readFileSync,
	statSync,
	truncateSync,
	writeFileSync,
	writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'
import { migrations } from '#db/migrations.ts'
import { users } from '#db/schema.ts'
import { seed } from '#db/seed.ts'
import { DatabaseRefused } from './database-refused.ts'

const newPath = () => join(mkdtempSync(join(tmpdir(), 'backseat-file-')), 'backseat.db')

/** A family's data file after a clean close. */
function familyFile(): string {
	const path = newPath()
	const db = openDatabase(path)
	seed(db)
	db.close()
	return path
}

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
const pageSize = 4096

function overwrite(path: string, at: number, bytes: Uint8Array) {
	const file = openSync(path, 'r+')
	writeSync(file, bytes, 0, bytes.length, at)
	closeSync(file)
}

function rootPageOf(path: string, name: string): number {
	const sqlite = new Sqlite(path, { readonly: true })
	const row = sqlite
		.query<{ rootpage: number }, [string]>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
		.get(name)
	sqlite.close()
	return row?.rootpage ?? 0
}

function refusalOf(path: string): DatabaseRefused {
	try {
		openDatabase(path).close()
	} catch (error) {
		if (error instanceof DatabaseRefused) return error
		throw error
	}
	throw new Error('It was opened')
}

const damage: Record<string, (path: string) => void> = {
	'is not a database': (path) => writeFileSync(path, 'Dear diary, today I drove. '.repeat(500)),
	'is another program’s, with our name': (path) => writeFileSync(path, Buffer.alloc(100_000, 7)),
	'was cut in half': (path) => truncateSync(path, statSync(path).size / 2),
	'was cut in the middle of a page': (path) => truncateSync(path, statSync(path).size - 100),
	'lost its header': (path) => overwrite(path, 0, Buffer.alloc(100)),
	'has a page of garbage inside': (path) =>
		overwrite(path, (rootPageOf(path, 'ratings') - 1) * pageSize, Buffer.alloc(pageSize, 0xa5)),
	'has a page of nothing inside': (path) =>
		overwrite(path, (rootPageOf(path, 'users') - 1) * pageSize, Buffer.alloc(pageSize)),
	'has one flipped bit in the order of its pages': (path) => {
		const at = (rootPageOf(path, 'ratings') - 1) * pageSize
		overwrite(path, at, Buffer.of((readFileSync(path)[at] ?? 0) ^ 0x01))
	},
	'has one flipped bit in a rating': (path) => {
		// Replaces 'bumpy' with a word that the column does not allow.
		const at = readFileSync(path).indexOf('bumpy', (rootPageOf(path, 'ratings') - 1) * pageSize)
		overwrite(path, at, Buffer.of('b'.charCodeAt(0) ^ 0x01))
	},
}

test.each(Object.entries(damage))('a file that %s is refused and left as it is [B10]', (_, harm) => {
	const path = familyFile()
	harm(path)
	const before = sha256(path)

	const { message, exitCode } = refusalOf(path)

	expect(exitCode).toBe(65)
	expect(message).toStartWith(`${path} is damaged or not a database (`)
	expect(message).toEndWith('It was left as it is.')
	expect(sha256(path)).toBe(before)
	expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)
})

/** The files of a killed server: the newest rows are only in the write-ahead log. */
function familyWithLog(harm: (sqlite: Sqlite) => void = () => {}): string {
	const open = familyFile()
	const left = newPath()
	const sqlite = new Sqlite(open)
	sqlite.run("INSERT INTO users (id, username, avatar_id, created_at) VALUES (77, 'newest', 1, 5)")
	harm(sqlite)
	for (const end of ['', '-wal']) cpSync(open + end, left + end)
	sqlite.close()
	return left
}

test('what a killed server had written is there at the next start [B1]', () => {
	const path = familyWithLog()

	const db = openDatabase(path)

	expect(db.orm.select({ id: users.id }).from(users).all()).toContainEqual({ id: 77 })
	db.close()
	expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)
})

test('a file that is shorter than its log says is whole: the log has the rest', () => {
	const path = familyWithLog((sqlite) =>
		sqlite.run(`
			WITH RECURSIVE n(id) AS (SELECT 1000 UNION ALL SELECT id + 1 FROM n WHERE id < 1999)
			INSERT INTO users (id, username, avatar_id, created_at) SELECT id, 'one of many ' || id, 1, 5 FROM n`),
	)

	const db = openDatabase(path)

	expect(db.orm.select().from(users).all()).toHaveLength(1010)
	db.close()
})

test('a file that is refused keeps its write-ahead log beside it, both as they were [B18]', () => {
	const path = familyWithLog((sqlite) => sqlite.run('PRAGMA user_version = 999'))
	const before = [sha256(path), sha256(`${path}-wal`)]

	const { message, exitCode } = refusalOf(path)

	expect(message).toContain(`This data was written by a newer version (999 > ${migrations.length})`)
	expect(exitCode).toBe(65)
	expect([sha256(path), sha256(`${path}-wal`)]).toEqual(before)
})

test('a damaged file keeps its write-ahead log beside it, both as they were', () => {
	const path = familyWithLog()
	overwrite(path, (rootPageOf(path, 'ratings') - 1) * pageSize, Buffer.alloc(pageSize, 0xa5))
	const before = [sha256(path), sha256(`${path}-wal`)]

	expect(refusalOf(path).exitCode).toBe(65)
	expect([sha256(path), sha256(`${path}-wal`)]).toEqual(before)
})

test('a log whose end was torn off in a power cut costs what was not acknowledged, and nothing else [B2]', () => {
	const path = familyWithLog()
	truncateSync(`${path}-wal`, statSync(`${path}-wal`).size - 10)

	const db = openDatabase(path)

	expect(db.orm.select().from(users).all()).toHaveLength(9)
	db.close()
})

test('an empty file, as a crash in the first moment leaves it, becomes a new one', () => {
	const path = newPath()
	writeFileSync(path, '')

	const db = openDatabase(path)

	expect(db.orm.select().from(users).all()).toHaveLength(2)
	db.close()
})

test.each(['is empty', 'is gone'])('a file that %s while its write-ahead log is there is not replaced [B10]', (how) => {
	const path = newPath()
	if (how === 'is empty') writeFileSync(path, '')
	cpSync(`${familyWithLog()}-wal`, `${path}-wal`)
	const before = sha256(`${path}-wal`)

	const { message, exitCode } = refusalOf(path)

	expect(message).toContain('is empty or gone, but its write-ahead log is there')
	expect(exitCode).toBe(65)
	expect(sha256(`${path}-wal`)).toBe(before)
})
