import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import {
	closeSync,
	copyFileSync,
	openSync,
	readdirSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
	writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { writeInstanceMarker } from '#server/process/data/data-folder.ts'
import { familyFolder, fingerprint, killedFolder } from '#server/testing/family-data.ts'
import { freshFolder, REPOSITORY } from '#server/testing/server-process.ts'
import { checkDatabase } from './database-check.ts'

const check = (dataDir: string) => checkDatabase(join(dataDir, 'backseat.db'), dataDir)

/** As a failing disk does it, in the middle of the file. */
function overwritePage(path: string, page: number) {
	const file = openSync(path, 'r+')
	writeSync(file, Buffer.alloc(4096, 'x'), 0, 4096, page * 4096)
	closeSync(file)
}

/** Sets a field of the file's header. */
function change(dataDir: string, pragma: string) {
	const sqlite = new Sqlite(join(dataDir, 'backseat.db'))
	sqlite.run(`PRAGMA ${pragma}`)
	sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
	sqlite.close()
}

test('whole data are found whole, with the time of the newest row', () => {
	const { finding, newest } = check(familyFolder(1))

	expect(finding).toMatchObject({ about: 'Database', state: 'ok' })
	expect(newest?.getTime()).toBeGreaterThan(Date.now() - 600_000)
})

test('data that a killed server left are read with what is in the log', () => {
	const dataDir = killedFolder(1)
	rmSync(join(dataDir, 'backseat.db-shm'), { force: true })

	expect(check(dataDir).finding).toMatchObject({ state: 'ok' })
})

test('looking leaves no file behind and changes none, so that root may look at what is not its own', () => {
	const dataDir = familyFolder()
	const before = { names: readdirSync(dataDir), file: fingerprint(join(dataDir, 'backseat.db')) }

	check(dataDir)

	expect({ names: readdirSync(dataDir), file: fingerprint(join(dataDir, 'backseat.db')) }).toEqual(before)
})

for (const page of [1, 4, 9])
	test(`garbage in page ${page + 1} is found, and the way back is named`, () => {
		const dataDir = familyFolder()
		overwritePage(join(dataDir, 'backseat.db'), page)

		const { finding, newest } = check(dataDir)

		expect(newest).toBeNull()
		expect(finding.says).not.toContain('\n')
		expect(finding).toMatchObject({
			state: 'problem',
			says: expect.stringContaining('is damaged'),
			todo: expect.stringContaining('backseat backup restore'),
		})
	})

test('a file that was cut off, and one that is not a database, are problems', () => {
	const cutOff = familyFolder()
	truncateSync(join(cutOff, 'backseat.db'), statSync(join(cutOff, 'backseat.db')).size - 5 * 4096)
	const diary = freshFolder()
	writeFileSync(join(diary, 'backseat.db'), 'Dear diary, today I drove. '.repeat(500))

	expect(check(cutOff).finding).toMatchObject({ state: 'problem' })
	expect(check(diary).finding).toMatchObject({ state: 'problem' })
})

test("another program's database is distinguished from ours", () => {
	const dataDir = familyFolder()
	change(dataDir, 'application_id = 7')

	expect(check(dataDir).finding).toMatchObject({
		state: 'problem',
		says: expect.stringContaining('is not a Backseat data file'),
	})
})

test('a trigger that somebody slipped in is a problem, and is named', () => {
	const dataDir = familyFolder()
	const sqlite = new Sqlite(join(dataDir, 'backseat.db'))
	sqlite.run('CREATE TRIGGER steal AFTER INSERT ON users BEGIN DELETE FROM ratings; END')
	sqlite.close()

	expect(check(dataDir).finding).toMatchObject({
		state: 'problem',
		says: expect.stringContaining('has trigger "steal" that Backseat did not make'),
		todo: expect.stringContaining('restore an earlier backup'),
	})
})

test('data of a newer version are a problem, of an older one a warning', () => {
	const newer = familyFolder()
	change(newer, 'user_version = 999')
	const older = freshFolder()
	copyFileSync(join(REPOSITORY, 'db/fixtures/schema-1/backseat.db'), join(older, 'backseat.db'))

	expect(check(newer).finding).toMatchObject({
		state: 'problem',
		says: expect.stringContaining('newer version (999 >'),
	})
	expect(check(older).finding).toMatchObject({ state: 'warning', says: expect.stringContaining('older version (1 <') })
})

test('a folder without data is waiting for its first start, unless it has held some', () => {
	const dataDir = freshFolder()
	expect(check(dataDir).finding).toMatchObject({ state: 'warning' })

	writeInstanceMarker(dataDir)
	expect(check(dataDir).finding).toMatchObject({
		state: 'problem',
		says: expect.stringContaining('has held a Backseat'),
	})
})
