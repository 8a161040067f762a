import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import {
	closeSync,
	copyFileSync,
	openSync,
	readdirSync,
	readFileSync,
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

function overwritePage(path: string, page: number) {
	const file = openSync(path, 'r+')
	writeSync(file, Buffer.alloc(4096, 'x'), 0, 4096, page * 4096)
	closeSync(file)
}

/** The number of an index's first page, counted from 0. */
function pageOf(path: string, index: string): number {
	const sqlite = new Sqlite(path)
	const found = sqlite
		.query<{ rootpage: number }, string>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
		.get(index)
	sqlite.close()
	return (found?.rootpage ?? Number.NaN) - 1
}

function change(path: string, statement: string) {
	const sqlite = new Sqlite(path)
	sqlite.run(statement)
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

const DAMAGED = { state: 'problem', says: 'is damaged', todo: 'backseat backup restore' } as const

test.each<[what: string, harm: (path: string) => void, expected: { state: string; says: string; todo?: string }]>([
	['garbage in page 2', (path) => overwritePage(path, 1), DAMAGED],
	['garbage in page 5', (path) => overwritePage(path, 4), DAMAGED],
	['garbage in page 10', (path) => overwritePage(path, 9), DAMAGED],
	['a file that was cut off', (path) => truncateSync(path, statSync(path).size - 5 * 4096), DAMAGED],
	['a diary', (path) => writeFileSync(path, 'Dear diary, today I drove. '.repeat(500)), { ...DAMAGED, says: '' }],
	[
		'the database of another program',
		(path) => change(path, 'PRAGMA application_id = 7'),
		{ state: 'problem', says: 'is not a Backseat data file' },
	],
	[
		'a trigger that was slipped in',
		(path) => change(path, 'CREATE TRIGGER steal AFTER INSERT ON users BEGIN DELETE FROM ratings; END'),
		{ state: 'problem', says: 'has trigger "steal" that Backseat did not make', todo: 'restore an earlier backup' },
	],
	[
		'a newer version',
		(path) => change(path, 'PRAGMA user_version = 999'),
		{ state: 'problem', says: 'newer version (999 >', todo: 'Use that version' },
	],
	[
		'an older version',
		(path) => copyFileSync(join(REPOSITORY, 'db/fixtures/schema-1/backseat.db'), path),
		{ state: 'warning', says: 'older version (1 <' },
	],
])('%s is found, and what to do is named', (_what, harm, { state, says, todo = '' }) => {
	const dataDir = familyFolder()
	harm(join(dataDir, 'backseat.db'))

	const { finding } = check(dataDir)

	expect(finding.says).not.toContain('\n')
	expect(finding).toMatchObject({ state, says: expect.stringContaining(says), todo: expect.stringContaining(todo) })
})

test('a quick look finds damaged pages, and leaves indexes uncompared with their tables, as it says', () => {
	const dataDir = familyFolder()
	const path = join(dataDir, 'backseat.db')
	const quick = () => checkDatabase(path, dataDir, { isQuick: true }).finding
	expect(quick()).toMatchObject({ state: 'ok', says: expect.stringContaining('whole; its indexes were not compared') })
	const index = pageOf(path, 'users_username')
	const bytes = readFileSync(path)
	bytes.write('jonaz', bytes.indexOf('jonas', index * 4096))
	writeFileSync(path, bytes)

	expect(check(dataDir).finding).toMatchObject({ state: 'problem', says: expect.stringContaining('users_username') })
	expect(quick()).toMatchObject({ state: 'ok' })
	overwritePage(path, 5)
	expect(quick()).toMatchObject({ state: 'problem', says: expect.stringContaining('is damaged') })
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
