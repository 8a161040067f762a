import { expect, test } from 'bun:test'
import { cpSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { ALL_GOOD } from '#contract/impressions.ts'
import { OPENS_IN_MS } from '#contract/trips.ts'
import { openDatabase } from '#db/database.ts'
import { RATING_STATE } from '#db/rating-state.ts'
import { ratings, users } from '#db/schema.ts'
import { openDueTrips } from '#server/features/trips/due-trips.ts'
import type { Config } from '#server/settings/config.ts'
import { listenAs } from '#server/testing/live-listener.ts'
import { freshFolder, type ServerProcess, startServer } from '#server/testing/server-process.ts'
import { keptAndRecounted } from '#server/testing/stats-recount.ts'
import { aRating, type TestBrowser, testApp } from '#server/testing/test-app.ts'
import { newLinkToken } from '#server/tokens.ts'
import { longWritesHere, longWritesInWorker } from './long-writes.ts'

const PASSWORD = 'backseat'
const MANY = 40_000
const passwordHash = Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })

let original: Promise<string> | undefined

/** A data folder in which mum has given very many ratings and received some; a copy of one that is made once. */
async function folderOfMum() {
	original ??= makeFolderOfMum()
	const dataDir = freshFolder()
	cpSync(await original, dataDir, { recursive: true })
	return dataDir
}

async function makeFolderOfMum() {
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

/** Resolves in the middle of the deleting transaction: by then the log holds more than a small write's. */
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
	// The three answers come from different moments, so the write may have happened in between.
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
	expect(outcomes).toContain(true)
}, 60_000)

/** An app whose long writes run on a worker thread, as in a server. */
function appWithThread(settings: Partial<Config> = {}) {
	const path = join(freshFolder(), 'backseat.db')
	return testApp(settings, { db: openDatabase(path), longWrites: (context) => longWritesInWorker(context, path) })
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
	expect(await hostTold.heard()).toEqual(['host'])
	expect(app.logged).toEqual([])
})

const MEMBERS_IN = 40
const GUESTS_IN = 50

/** A table of the numbers up to `to`, from which many rows are inserted. */
const up = (to: number) => sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`
const VERDICT = sql`'smooth', 'safe', 'good', 4, ${Date.now()}`
const COLUMNS = sql`ride_quality, safety_feeling, vibe_quality, star_rating, created_at`

test('a large trip opens on the thread: of one moment, seen and told at once, with thirty guest verdicts on a driver [T42] [T79] [spec 14.28]', async () => {
	const app = appWithThread({ rateLimitScale: 1 })
	const { context, db } = app
	const [maker, dad] = [await app.member('maker'), await app.member('dad')]
	const told = await listenAs(app, dad)
	const token = newLinkToken()
	db.write(() => {
		const { trips } = context.queries
		const now = new Date()
		const trip = trips.insertTrip({ token, name: 'x', makerId: maker.id, createdAt: now, arrivedAt: now }, [dad.id, 2])
		trips.insertSeat({ tripId: trip.id, userId: maker.id })
		db.orm.run(sql`${up(MEMBERS_IN)} INSERT INTO users (id, username, avatar_id, created_at)
			SELECT 1000 + i, 'member-' || i, 1, 1 FROM n`)
		db.orm.run(sql`${up(MEMBERS_IN)} INSERT INTO ratings (driver_id, rater_id, trip_id, state, ${COLUMNS})
			SELECT ${dad.id}, 1000 + i, ${trip.id}, 2, ${VERDICT} FROM n`)
		db.orm.run(sql`${up(GUESTS_IN)} INSERT INTO ratings (driver_id, rater_id, guest_key, trip_id, state, ${COLUMNS})
			SELECT ${dad.id}, 1, 'guest ' || i, ${trip.id}, 2, ${VERDICT} FROM n`)
	})

	await maker.post(`/api/trips/${token}/open`)
	app.wait(OPENS_IN_MS / 1000)
	await openDueTrips(context, undefined, app.longWrites)
	const opened = await maker.get(`/api/trips/${token}`)

	expect(opened.body).toMatchObject({ state: 'open', seats: 1 })
	const found = db.orm.select().from(ratings).where(eq(ratings.driverId, dad.id)).all()
	const verdicts = found.filter(({ state }) => state === RATING_STATE.verdict)
	expect(verdicts.filter(({ guestKey }) => guestKey === null)).toHaveLength(MEMBERS_IN)
	expect(verdicts.filter(({ guestKey }) => guestKey !== null)).toHaveLength(30)
	expect(new Set(verdicts.map(({ createdAt }) => createdAt.getTime())).size).toBe(1)
	expect((await dad.get(`/api/drivers/${dad.id}/stats`)).body).toMatchObject({ totalRides: MEMBERS_IN + 30 })
	expect(await told.heard()).toEqual(['notice'])
	expect((await app.browser().post('/api/ratings', aRating({ driverId: dad.id }))).status).toBe(429)
	expect(app.logged).toEqual([])
	await app.close()
})

async function busyGuest(app: ReturnType<typeof testApp>) {
	const guest = app.browser()
	const { id } = await app.rate(guest, 2)
	const { guestKey } = app.context.queries.ratings.ratingById(id) ?? {}
	app.db.write(() =>
		app.db.orm.run(sql`${up(MANY_OF_GUEST)} INSERT INTO ratings (driver_id, rater_id, guest_key, ${COLUMNS})
			SELECT 2, 1, ${guestKey}, ${VERDICT} FROM n`),
	)
	return guest
}

const MANY_OF_GUEST = 300

test.each([
	['logs in', (app: ReturnType<typeof testApp>, guest: TestBrowser) => logIn(app, guest)],
	[
		'signs up',
		async (_app: ReturnType<typeof testApp>, guest: TestBrowser) =>
			guest.post('/api/users', { username: 'newcomer', password: PASSWORD }),
	],
])('a guest with very many ratings who %s has all of them with the answer', async (_what, comeIn) => {
	const app = appWithThread()
	const guest = await busyGuest(app)

	const { body } = await comeIn(app, guest)

	expect(body).toMatchObject({ cameAlong: MANY_OF_GUEST + 1 })
	expect((await guest.get('/api/ratings/judging')).body).toMatchObject({ verdicts: MANY_OF_GUEST + 1 })
	expect(app.db.orm.select().from(ratings).where(isNotNull(ratings.guestKey)).all()).toEqual([])
	expect(app.logged).toEqual([])
	await app.close()
})

async function logIn(app: ReturnType<typeof testApp>, guest: TestBrowser) {
	const { username, password } = await app.member('mum')
	return guest.post('/api/login', { username, password })
}

test('where that fails nobody is logged in, and the next try takes them along', async () => {
	let isBroken = true
	const app = testApp(
		{},
		{
			longWrites: (context) => {
				const here = longWritesHere(context)
				return {
					...here,
					run: (...job) => (isBroken ? Promise.reject(new Error('the disk is full')) : here.run(...job)),
				}
			},
		},
	)
	const guest = await busyGuest(app)
	const { username, password } = await app.member('mum')

	expect((await guest.post('/api/login', { username, password })).status).toBe(500)
	expect((await guest.get('/api/user')).status).toBe(401)
	isBroken = false
	const { body } = await guest.post('/api/login', { username, password })

	expect(body).toMatchObject({ cameAlong: MANY_OF_GUEST + 1 })
})

test('a verdict on a trip that the member has given, too, goes instead, and is not counted', async () => {
	const app = testApp()
	const [maker, guest] = [await app.member('maker'), await busyGuest(app)]
	const bob = await app.ghost(maker)
	const { body } = await maker.post('/api/trips', { name: 'To the sea', driverIds: [bob.id] })
	const { token } = body as { token: string }
	await maker.post(`/api/trips/${token}/arrive`)
	await guest.post(`/api/trips/${token}/seat`)
	const { driverId: _, ...verdict } = aRating({ driverId: bob.id })
	await app.browser().post(`/api/trips/${token}/seat`)
	for (const who of [guest, maker]) await who.put(`/api/trips/${token}/verdicts/${bob.id}`, verdict)

	const cameIn = await guest.post('/api/login', { username: 'maker', password: maker.password })

	expect(cameIn.body).toMatchObject({ cameAlong: MANY_OF_GUEST + 1 })
	expect((await guest.get(`/api/trips/${token}`)).body).toMatchObject({ isIn: true, mine: [bob.id], seats: 2 })
})
