import { expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#db/database.ts'
import { users } from '#db/schema.ts'
import { fingerprint } from '#server/testing/family-data.ts'
import { startServer } from '#server/testing/server-process.ts'
import { projectFolder, runQuietly } from './run.ts'

setDefaultTimeout(30_000)

const folder = () => mkdtempSync(join(tmpdir(), 'backseat-seed-'))
const seedInto = (dataDir: string) => runQuietly([process.execPath, 'scripts/seed.ts', '--data-dir', dataDir])

function inData<T>(dataDir: string, act: (db: Database) => T): T {
	const db = openDatabase(join(dataDir, 'backseat.db'))
	try {
		return act(db)
	} finally {
		db.close()
	}
}
const everybody = ({ orm }: Database) => orm.select().from(users).all()

test('the example family moves into a new folder, and does not come a second time', async () => {
	const dataDir = folder()

	const first = await seedInto(dataDir)
	const second = await seedInto(dataDir)

	expect(first).toEqual({ code: 0, output: expect.stringMatching(/^The family moved into .*password: backseat\n$/) })
	expect(second).toEqual({ code: 1, output: expect.stringMatching(/^There are people in [^\n]+ --data-dir\.\n$/) })
	expect(inData(dataDir, everybody)).toHaveLength(9)
})

test.each([
	['a member', { isGhost: false, passwordHash: 'x' }],
	['nobody but a ghost', { isGhost: true, ghostClaimToken: 'x' }],
])('people whose password everybody knows do not move in where %s is [T6]', async (_who, somebody) => {
	const dataDir = folder()
	const before = inData(dataDir, (db) => {
		const row = { id: 987_654_321, username: 'somebody', avatarId: 1, createdAt: new Date() }
		db.orm
			.insert(users)
			.values({ ...row, ...somebody })
			.run()
		return everybody(db)
	})

	const { code, output } = await seedInto(dataDir)

	expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^There are people in [^\n]+\n$/) })
	expect(inData(dataDir, everybody)).toEqual(before)
})

test('they do not move in beside a running server either, though nobody has signed up there yet [T6]', async () => {
	const dataDir = folder()
	const server = await startServer({ flags: ['--data-dir', dataDir] })

	const { code, output } = await seedInto(dataDir)

	expect({ code, output }).toEqual({
		code: 75,
		output: `Another Backseat is using ${dataDir}. Stop it first, or choose another --data-dir.\n`,
	})
	expect((await fetch(`${server.origin}/api/health`)).status).toBe(200)
	await server.end('SIGTERM')
	expect(inData(dataDir, everybody)).toHaveLength(2)
})

test('data of an earlier version are left as they are, and not migrated without a backup', async () => {
	const dataDir = folder()
	const path = join(dataDir, 'backseat.db')
	cpSync(join(projectFolder, 'db/fixtures/schema-1/backseat.db'), path)
	const before = fingerprint(path)

	const { code, output } = await seedInto(dataDir)

	expect({ code, lines: output.trim().split('\n').length }).toEqual({ code: 65, lines: 1 })
	expect(fingerprint(path)).toBe(before)
	expect(readdirSync(dataDir)).not.toContain('backups')
})
