import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verdictOf } from '#contract/impressions.ts'
import type { OwnData } from '#contract/own-account.ts'
import type { GivenRating } from '#contract/ratings.ts'
import { openDatabase } from '#db/database.ts'
import { migrations } from '#db/migrations.ts'
import { sessionService } from '#server/features/accounts/sessions/sessions.service.ts'
import { systemClock } from '#server/process/clock.ts'
import { freshFolder, REPOSITORY } from '#server/testing/server-process.ts'
import { familyOf } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-context.ts'
import { testServers } from '#server/testing/test-servers.ts'

type Person = { username: string; password: string; sessionToken: string; id: number }
type Kept = {
	schema: number
	writtenAt: string
	people: Person[]
	stats: Record<string, { totalRides: number }>
	tables: { ratings: { driver_id: number; is_placeholder?: number }[] }
}

const { start } = testServers()

const fixtures = join(REPOSITORY, 'db', 'fixtures')
const versions = readdirSync(fixtures).filter((name) => name.startsWith('schema-'))

setDefaultTimeout(30_000)

describe.each(versions)('people whose data were written by %s', (version) => {
	const kept: Kept = JSON.parse(readFileSync(join(fixtures, version, 'rows.json'), 'utf8'))

	function theirFolder() {
		const dataDir = freshFolder()
		cpSync(join(fixtures, version, 'backseat.db'), join(dataDir, 'backseat.db'))
		return dataDir
	}

	test('log in with their passwords and find their cards as they were; a backup was made before [B17]', async () => {
		const dataDir = theirFolder()
		const server = await start({ dataDir, flags: ['--rate-limit-scale', '0'] })

		for (const { username, password, id } of kept.people) {
			const answer = await fetch(`${server.origin}/api/login`, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({ username, password }),
			})
			expect({ status: answer.status, body: await answer.json() }).toMatchObject({
				status: 200,
				body: { id, username },
			})
		}
		for (const [id, card] of Object.entries(kept.stats)) {
			const placeholders = kept.tables.ratings.filter((row) => row.driver_id === Number(id) && row.is_placeholder === 1)
			// Versions before schema 10 counted them.
			const expected =
				placeholders.length > 0 && kept.schema < 10 ? { totalRides: card.totalRides - placeholders.length } : card
			expect(await (await fetch(`${server.origin}/api/drivers/${id}/stats`)).json()).toMatchObject(expected)
		}
		const backups = existsSync(join(dataDir, 'backups')) ? readdirSync(join(dataDir, 'backups')) : []
		expect(backups).toHaveLength(kept.schema < migrations.length ? 1 : 0)
		for (const backup of backups)
			expect(server.output.stderr).toContain(
				`Migrating the data from schema version ${kept.schema}; the backup made before is ${join(dataDir, 'backups', backup)}`,
			)
	})

	test('are still logged in an hour later', () => {
		const db = openDatabase(join(theirFolder(), 'backseat.db'))
		const now = () => new Date(Date.parse(kept.writtenAt) + 3_600_000)
		const sessions = sessionService(testContext({}, { db, clock: { ...systemClock, now } }))

		for (const { sessionToken, id } of kept.people) expect(sessions.find(sessionToken)).toMatchObject({ userId: id })
		db.close()
	})
})

const ownDataFiles = join(fixtures, 'own-data')

test.each(readdirSync(ownDataFiles))('verdicts of the own data file %s come in, each as it was', async (name) => {
	const written = readFileSync(join(ownDataFiles, name), 'utf8')
	const { ratingsGiven } = JSON.parse(written) as Pick<OwnData, 'ratingsGiven'>
	const { mum } = await familyOf('mum')

	const { status } = await mum.post(`/api/users/${mum.id}/imports`, written)

	expect(status).toBe(201)
	const { body } = await mum.get('/api/ratings?placeholders=without&limit=500')
	const listed = (body as GivenRating[]).map((rating) => ({
		driver: rating.driver.display_name,
		createdAt: rating.createdAt,
		...verdictOf(rating),
	}))
	const verdicts = ratingsGiven.filter(({ isPlaceholder, isSealed }) => !isPlaceholder && !isSealed)
	expect(verdicts.length).toBeGreaterThan(0)
	expect(listed).toHaveLength(verdicts.length)
	expect(listed).toEqual(
		expect.arrayContaining(
			verdicts.map(({ driver, createdAt, ...said }) => ({ driver, createdAt, ...verdictOf(said) })),
		),
	)
})
