import { Database as Sqlite } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import { openDatabase } from '#db/database.ts'
import { migrations } from '#db/migrations.ts'
import { headerOf } from '#server/process/data/data-file.ts'
import {
	familyFolder,
	fingerprint,
	killedFolder,
	RATINGS_OF_THE_FAMILY,
	rateAgain,
} from '#server/testing/family-data.ts'
import { REPOSITORY } from '#server/testing/server-process.ts'
import { checkBackup, contentsAt } from './check-backup.ts'
import { makeBackup } from './make-backup.ts'
import { addToSchema, breakRule, DAMAGES, swapBytes } from './testing/damage.ts'

function aBackup() {
	const dataDir = familyFolder()
	const folder = join(dataDir, 'backups')
	const path = join(folder, 'one.db')
	makeBackup({ source: join(dataDir, 'backseat.db'), target: path })
	return { path, folder, dataDir }
}

const refusal = (exitCode: number, message: string) =>
	expect.objectContaining({ exitCode, message: expect.stringContaining(message) })

describe.each(Object.entries(DAMAGES))('a backup that %s', (_how, damage) => {
	test('is refused, named, and left as it is', () => {
		const { path } = aBackup()
		damage(path)
		const before = fingerprint(path)

		expect(() => checkBackup(path)).toThrow(refusal(EXIT.badData, `${path} is damaged (`))
		expect(fingerprint(path)).toBe(before)
	})
})

test('an index that no longer agrees with its table is found', () => {
	const { path } = aBackup()
	const sqlite = new Sqlite(path)
	const { page } = sqlite.query("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'users_username'").get() as {
		page: number
	}
	sqlite.close()
	swapBytes(path, (page - 1) * 4096, 'theo', 'thea')

	expect(() => checkBackup(path)).toThrow(refusal(EXIT.badData, 'users_username'))
})

test('a row that points to nowhere is found', () => {
	const { path } = aBackup()
	const sqlite = new Sqlite(path)
	sqlite.run('PRAGMA foreign_keys = OFF')
	sqlite.run('UPDATE ratings SET rater_id = 999 WHERE id = 1')
	sqlite.close()

	expect(() => checkBackup(path)).toThrow(refusal(EXIT.badData, 'points to a row of users that is not there'))
})

test('the file of another program, and one of a newer version, are refused by name', () => {
	const { path } = aBackup()
	const set = (pragma: string) => {
		const sqlite = new Sqlite(path)
		sqlite.run(`PRAGMA ${pragma}`)
		sqlite.close()
	}
	set('user_version = 999')
	expect(() => checkBackup(path)).toThrow(
		refusal(EXIT.badData, `was written by a newer version (999 > ${migrations.length})`),
	)

	set('application_id = 7')
	expect(() => checkBackup(path)).toThrow(refusal(EXIT.badData, 'is not a Backseat data file'))
})

test.each([
	['a trigger', 'CREATE TRIGGER spy AFTER INSERT ON users BEGIN DELETE FROM ratings; END', 'has trigger "spy"'],
	['a view', 'CREATE VIEW spy AS SELECT password_hash FROM users', 'has view "spy"'],
	['a table', 'CREATE TABLE spy (what)', 'has table "spy"'],
	['no trigger that counts', 'DROP TRIGGER ratings_counted', 'has no trigger "ratings_counted"'],
])(
	'a backup with %s is not as Backseat makes it: it is refused, named, and left as it is [B8]',
	(_what, deed, said) => {
		const { path, folder } = aBackup()
		addToSchema(path, deed)
		const before = fingerprint(path)

		expect(() => checkBackup(path)).toThrow(refusal(EXIT.badData, `${path} ${said}`))
		expect(fingerprint(path)).toBe(before)
		expect(readdirSync(folder)).toEqual(['one.db'])
	},
)

test('what somebody slipped in is found before any expression in the file is evaluated [B8]', () => {
	const { path } = aBackup()
	breakRule(path)
	addToSchema(path)

	// A check for damage would have found the broken rule.
	expect(() => checkBackup(path, { as: path, advice: '', isOurCopy: true })).toThrow(
		refusal(EXIT.badData, 'has trigger "steal"'),
	)
})

test('what SQLite cannot read of a schema is reported without terminal colours in it', () => {
	const { path } = aBackup()
	addToSchema(path, 'CREATE VIEW "fine\u001b[2J" AS SELECT 1 AS spyspyspy')
	swapBytes(path, readFileSync(path).indexOf('AS spyspyspy'), 'AS spyspyspy', 'nosuch word)')

	expect(() => checkBackup(path)).toThrow(refusal(EXIT.badData, 'malformed database schema (fine\\u001b[2J)'))
})

test('a backup of each version there has been is compared with the schema of that version [B8]', () => {
	const first = join(REPOSITORY, 'db/fixtures/schema-1/backseat.db')
	const path = join(mkdtempSync(join(tmpdir(), 'backseat-first-')), 'first.db')
	copyFileSync(first, path)

	expect(checkBackup(path).schemaVersion).toBe(1)
	addToSchema(path)
	expect(() => checkBackup(path)).toThrow(refusal(EXIT.badData, 'has trigger "steal"'))
})

test('data that were just migrated are compared with the current schema, though only their log has it', () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'backseat-updated-'))
	const path = join(dataDir, 'backseat.db')
	copyFileSync(join(REPOSITORY, 'db/fixtures/schema-1/backseat.db'), path)
	// As under Litestream, no checkpoint copies the log into the file.
	const db = openDatabase(path, { checkpoint: 'external', beforeMigration: () => 'somewhere' })

	expect(headerOf(path)?.schemaVersion).toBe(1)
	expect(checkBackup(path).schemaVersion).toBe(migrations.length)
	db.close()
})

test('what is not there, or is a folder, is a mistake of the operator', () => {
	const { folder } = aBackup()
	mkdirSync(join(folder, 'older'))

	expect(() => checkBackup(join(folder, 'no.db'))).toThrow(refusal(EXIT.badFlag, 'it is not there'))
	expect(() => checkBackup(join(folder, 'older'))).toThrow(refusal(EXIT.badFlag, 'it is a folder'))
})

test('looking leaves no trace beside the file, not even of data that are kept with a log', () => {
	const { path, folder } = aBackup()
	checkBackup(path)
	expect(readdirSync(folder)).toEqual(['one.db'])

	const copies = mkdtempSync(join(tmpdir(), 'backseat-copy-'))
	copyFileSync(join(familyFolder(), 'backseat.db'), join(copies, 'copied-by-hand.db'))
	checkBackup(join(copies, 'copied-by-hand.db'))
	expect(readdirSync(copies)).toEqual(['copied-by-hand.db'])
})

test('data under a running server, and data whose server was killed, are read with their log', () => {
	const { dataDir } = aBackup()
	const data = join(dataDir, 'backseat.db')
	const db = openDatabase(data)
	rateAgain(db)
	expect(checkBackup(data).ratings).toBe(RATINGS_OF_THE_FAMILY + 1)
	db.close()

	expect(contentsAt(join(killedFolder(2), 'backseat.db')).ratings).toBe(RATINGS_OF_THE_FAMILY + 2)
})
