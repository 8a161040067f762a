import { Database as Sqlite } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkBackup } from '#server/operations/backups/check-backup.ts'
import { familyFolder, fingerprint } from '#server/testing/family-data.ts'
import { freshFolder, REPOSITORY, runToEnd } from '#server/testing/server-process.ts'
import { signUp } from '#server/testing/signed-in.ts'
import { testServers } from '#server/testing/test-servers.ts'

setDefaultTimeout(60_000)

const { start } = testServers()

test('backups that are made while people rate are each of one moment, and cost nobody an answer [B7]', async () => {
	const dataDir = familyFolder()
	const server = await start({ dataDir, flags: ['--rate-limit-scale', '0'] })
	const riders = await Promise.all(['mum', 'dad', 'theodora', 'uncle'].map((name) => signUp(server, name)))

	const statuses = new Map<number, number>()
	const moments: { sentBefore: number; path: string }[] = []
	let isOver = false
	const rating = riders.map(async ({ rate }) => {
		while (!isOver) {
			const { status } = await rate()
			statuses.set(status, (statuses.get(status) ?? 0) + 1)
		}
	})
	for (let nth = 0; nth < 4; nth++) {
		const path = join(freshFolder(), `${nth}.db`)
		const sentBefore = statuses.get(201) ?? 0
		expect(await runToEnd({ flags: ['backup', 'create', path, '--data-dir', dataDir] })).toMatchObject({ exitCode: 0 })
		moments.push({ sentBefore, path })
	}
	isOver = true
	await Promise.all(rating)

	expect([...statuses.keys()]).toEqual([201])
	for (const { sentBefore, path } of moments) {
		const { ratings, counted } = bothTables(path)
		// Each request writes a rating and, by a trigger, its driver's card.
		expect(counted).toBe(ratings)
		expect(ratings).toBeGreaterThanOrEqual(sentBefore)
	}
	const counts = moments.map(({ path }) => bothTables(path).ratings)
	expect(counts).toEqual(counts.toSorted((a, b) => a - b))
	expect(counts.at(-1)).toBeGreaterThan(counts[0] ?? Number.POSITIVE_INFINITY)
})

function bothTables(path: string) {
	const sqlite = new Sqlite(path, { readonly: true })
	const row = sqlite
		.query<{ ratings: number; counted: number }, []>(
			'SELECT (SELECT count(*) FROM ratings) AS ratings, (SELECT sum(total_rides) FROM driver_stats) AS counted',
		)
		.get()
	sqlite.close()
	return row ?? { ratings: 0, counted: -1 }
}

function oldFolder() {
	const dataDir = freshFolder()
	cpSync(join(REPOSITORY, 'db/fixtures/schema-1/backseat.db'), join(dataDir, 'backseat.db'))
	return dataDir
}

test('a new version makes a backup before it migrates the data [B8]', async () => {
	const dataDir = oldFolder()
	await start({ dataDir })

	const [name = '', ...others] = readdirSync(join(dataDir, 'backups'))
	expect(name).toMatch(/^backseat-.+Z-before-(dev|\d+\.\d+\.\d+)-schema-\d+\.db$/)
	expect(others).toEqual([])
	expect(checkBackup(join(dataDir, 'backups', name)).schemaVersion).toBe(1)
})

test('without that backup data stay as they are, and the start says why [B17]', async () => {
	const dataDir = oldFolder()
	writeFileSync(join(dataDir, 'backups'), 'a file where the folder should be')
	const before = fingerprint(join(dataDir, 'backseat.db'))

	const { exitCode, stderr } = await runToEnd({ flags: ['--port', '0', '--data-dir', dataDir] })

	expect(exitCode).toBe(70)
	expect(stderr).toMatch(
		/^Could not bring \S+ up to date: no backup could be made before \(Cannot make a backup in .+\n$/,
	)
	expect(fingerprint(join(dataDir, 'backseat.db'))).toBe(before)
})
