import { expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { ALL_GOOD } from '#contract/impressions.ts'
import { openDatabase } from '#db/database.ts'
import { ratings, users } from '#db/schema.ts'
import { listenAs } from '#server/testing/live-listener.ts'
import { freshFolder, type ServerProcess, startServer } from '#server/testing/server-process.ts'
import { keptAndRecounted } from '#server/testing/stats-recount.ts'
import { testApp } from '#server/testing/test-app.ts'
import { longWritesInWorker } from './long-writes.ts'

const PASSWORD = 'backseat'
const MANY = 40_000
const passwordHash = Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })

/** A data folder in which mum has given very many ratings, and got some. */
async function folderOfMum() {
	const dataDir = freshFolder()
	const db = openDatabase(join(dataDir, 'backseat.db'))
	const hash = await passwordHash
	db.write(() => {
		for (const [id, name] of [
			[100, 'mum'],
			[101, 'dad'],
			[102, 'kid'],
		])
			db.orm.run(
				sql`INSERT INTO users (id, username, password_hash, avatar_id, created_at) VALUES (${id}, ${name}, ${hash}, 1, 1)`,
			)
		db.orm.run(sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})
			INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, created_at)
			SELECT iif(i % 10, 101 + i % 2, 100), iif(i % 10, 100, 101), 'smooth', 'safe', 'good', 1 + i % 5, i FROM n`)
	})
	db.close()
	return dataDir
}

async function signedIn({ origin }: ServerProcess, username: string) {
	const json = { 'Content-Type': 'application/json' }
	const ask = async (method: string, path: string, sent?: object, headers: Record<string, string> = json) => {
		const body = sent ? JSON.stringify(sent) : null
		const answer = await fetch(`${origin}/api${path}`, { method, headers, body })
		return { status: answer.status, headers: answer.headers, body: (await answer.json()) as unknown }
	}
	const { headers } = await ask('POST', '/login', { username, password: PASSWORD })
	const Cookie = (headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
	return (method: string, path: string, sent?: object) => ask(method, path, sent, { ...json, Cookie })
}

const LEAVING = ['DELETE', '/users/100', { password: PASSWORD, ratings: 'go' }] as const
const rides = (answer: { body: unknown }) => (answer.body as { totalRides: number }).totalRides

/** Settles in the middle of the transaction that deletes: more than the log of a small write is in the log. */
async function untilItIsWritten(dataDir: string) {
	const log = join(dataDir, 'backseat.db-wal')
	while (!existsSync(log) || statSync(log).size < 1_000_000) await Bun.sleep(1)
}

test('while a member leaves, everybody sees all of them or nothing, reads at once, and writes afterwards [B24]', async () => {
	const dataDir = await folderOfMum()
	const server = await startServer({ flags: ['--data-dir', dataDir, '--rate-limit-scale', '0'] })
	const [mum, dad] = [await signedIn(server, 'mum'), await signedIn(server, 'dad')]
	const before = rides(await dad('GET', '/drivers/102/stats'))
	let isOver = false
	const leaving = mum(...LEAVING).then((answer) => {
		isOver = true
		return answer.status
	})
	await untilItIsWritten(dataDir)
	const meanwhile = {
		login: signedIn(server, 'mum').then((mum) => mum('GET', '/user')),
		rating: mum('POST', '/ratings', {
			driverId: 2,
			raterId: 100,
			...ALL_GOOD,
			starRating: 5,
		}),
		writing: dad('POST', '/hidden-drivers', { userId: 101, driverId: 2 }),
	}
	const seen = new Set<string>()

	while (!isOver) {
		const [profile, card, me] = [
			await dad('GET', '/users/100'),
			await dad('GET', '/drivers/102/stats'),
			await mum('GET', '/user'),
		]
		if (!isOver) seen.add(JSON.stringify([profile.status, rides(card), me.status]))
	}

	expect(await leaving).toBe(200)
	// Three answers are not one moment: in between it may have happened.
	expect(seen.has(JSON.stringify([200, before, 200]))).toBe(true)
	expect(rides(await dad('GET', '/drivers/102/stats'))).toBe(0)
	for (const totals of seen) expect([0, before]).toContain((JSON.parse(totals) as number[])[1] ?? -1)
	expect((await meanwhile.login).status).toBe(401)
	expect((await meanwhile.rating).status).toBe(401)
	expect((await meanwhile.writing).status).toBe(201)
	expect(await server.end('SIGTERM')).toBe(0)
}, 60_000)

test('kill -9 in the middle of it: the member is there with all that is theirs, or gone with all of it [B24]', async () => {
	const outcomes: boolean[] = []
	for (const afterMs of [0, 30, 400]) {
		const dataDir = await folderOfMum()
		const server = await startServer({ flags: ['--data-dir', dataDir] })
		const mum = await signedIn(server, 'mum')
		void mum(...LEAVING).catch(() => {})
		await untilItIsWritten(dataDir)
		await Bun.sleep(afterMs)
		await server.end('SIGKILL')

		const again = await startServer({ flags: ['--data-dir', dataDir] })
		const { status } = await (await signedIn(again, 'mum'))('GET', '/user')
		await again.end('SIGTERM')

		const db = openDatabase(join(dataDir, 'backseat.db'))
		const isThere = db.orm.select().from(users).where(eq(users.id, 100)).get() !== undefined
		outcomes.push(isThere)
		expect(status).toBe(isThere ? 200 : 401)
		expect(db.orm.select().from(ratings).all()).toHaveLength(isThere ? MANY : 0)
		const { kept, recounted } = keptAndRecounted(db)
		expect(kept).toEqual(recounted)
		expect(db.orm.all(sql`PRAGMA integrity_check`)).toEqual([{ integrity_check: 'ok' }])
		db.close()
	}
	// Otherwise this has tried nothing.
	expect(outcomes).toContain(true)
}, 60_000)

/** An app whose account deletions have a thread of their own, as a server's. */
function appWithThread() {
	const path = join(freshFolder(), 'backseat.db')
	return testApp({}, { db: openDatabase(path), longWrites: (context) => longWritesInWorker(context, path) })
}

test('the thread says what became of it: refusals, ghosts that wait again, and whom it concerns', async () => {
	const app = appWithThread()
	const [host, mum, dad] = [await app.host(), await app.member('mum'), await app.member('dad')]
	const ghost = await app.ghost(dad, 'Uncle Bob')
	await app.rate(dad, ghost.id)
	await mum.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
	const [received] = (await mum.get('/api/ratings/received')).body as { id: number }[]
	await mum.post(`/api/ratings/${received?.id}/report`, { reason: 'mistake' })
	const [told, hostTold] = [await listenAs(app, dad), await listenAs(app, host)]

	const last = await host.delete(`/api/users/${host.id}`, { password: host.password, ratings: 'go' })
	expect(last).toMatchObject({ status: 409, body: { code: 'last_host' } })
	const removed = await host.delete(`/api/host/people/${mum.id}`, { ratings: 'stay' })

	expect(removed).toMatchObject({ status: 200, body: { givenBack: [{ id: ghost.id, name: 'Uncle Bob', ratings: 1 }] } })
	expect((await mum.get('/api/user')).status).toBe(401)
	expect((await dad.get(`/api/users/${ghost.id}`)).body).toMatchObject({ claimedById: null, display_name: 'Uncle Bob' })
	expect((await host.get('/api/host/journal')).body).toMatchObject({ lines: [{ act: 'account_removed' }] })
	expect(await told.heard()).toEqual(['home'])
	// The report went with its driver.
	expect(await hostTold.heard()).toEqual(['host'])
	expect(app.logged).toEqual([])
})
