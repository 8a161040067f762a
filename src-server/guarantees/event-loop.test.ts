import { expect, test } from 'bun:test'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import type { UserId } from '#contract/ids.ts'
import { openDatabase } from '#db/database.ts'
import { everySecond, isEveryRun, runs } from '#db/testing/property-runs.ts'
import { sessionService } from '#server/features/accounts/sessions/sessions.service.ts'
import { openDue } from '#server/features/ratings/sealed/evening-post.ts'
import { openDueTrips } from '#server/features/trips/due-trips.ts'
import { longWritesInWorker } from '#server/long-writes/long-writes.ts'
import { createMetrics } from '#server/operations/metrics/metrics.ts'
import { answerText } from '#server/testing/answer-text.ts'
import * as heavy from '#server/testing/hostile/heavy-requests.ts'
import { anyRun, filled, headerRun, type Run, WORST_RUNS } from '#server/testing/hostile/heavy-text.ts'
import { knownCalls } from '#server/testing/hostile/known-calls.ts'
import { anOwnDataFile, aVerdictInFile } from '#server/testing/own-data-file.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { aRating, idIn, TEST_ORIGIN, type TestGhost, type TestMember, testApp } from '#server/testing/test-app.ts'
import { newLinkToken } from '#server/tokens.ts'

/*
 * One thread answers all requests, so each turn delays all others. New routes are covered automatically. Passwords are
 * hashed on other threads and do not count.
 */

const HELD_MAX_MS = 10
/** Garbage collection and compilation slow down some tries; slow code is slow in each. */
const TRIES = 25
/** Random texts tried at each part of a request, besides the worst known ones. */
const RANDOM_RUNS = isEveryRun ? 3 : 1
/** Which half of the places `bun run test` tries. Two runs in a row rarely try the same. */
const HALF = Math.round(Math.random())
/** The resolution of processor time. */
const STEP_MS = 4

/** Processor time of `fixedWork` on two quiet cores. */
const FIXED_WORK_MS = 30

/** Sorts and serialises 2,000 rows 60 times. */
function fixedWork(): number {
	let length = 0
	for (let round = 0; round < 60; round++) {
		const rows = Array.from({ length: 2000 }, (_, nth) => ({ id: nth, name: `member ${(nth * 7919) % 2000}` }))
		rows.sort((one, other) => (one.name < other.name ? -1 : 1))
		length += JSON.stringify(rows).length
	}
	return length
}

/** Other programs use the same processor caches, which makes the same work several times slower. */
function isTooLong(heldMs: number): boolean {
	if (heldMs <= HELD_MAX_MS) return false
	const before = threadMs()
	fixedWork()
	return heldMs > HELD_MAX_MS * Math.max(1, (threadMs() - before) / FIXED_WORK_MS)
}

const PROXY = '10.0.0.1'

async function loadedApp() {
	const app = testApp(
		{
			apiDocs: true,
			metricsToken: 'the-metrics-token-0123456789',
			trustedProxies: ['10.0.0.0/8'],
			// The port is closed, so each message fails.
			smtpUrl: 'smtp://127.0.0.1:9',
			smtpFrom: 'backseat@rides.example',
		},
		{ createMetrics },
	)
	const mum = await app.member('mum')
	const { open } = sessionService(app.context)

	const ask = async ({ method, target, headers, body }: heavy.HeavyRequest) => {
		// A separate session, because some of the requests log out.
		const cookie = `backseat_session=${open(mum.id, null, 'password')}`
		const all = new Headers({ Host: new URL(TEST_ORIGIN).host, Cookie: cookie, 'X-Forwarded-For': '198.51.100.1' })
		for (const [name, value] of headers) all.set(name, value)
		const request = new Request(TEST_ORIGIN + target, { method, headers: all, body })
		return holding(async () => {
			const response = await app.ask(request, PROXY)
			await answerText(response)
			return response.status
		})
	}

	const check = async (request: heavy.HeavyRequest) => {
		let ms = Number.POSITIVE_INFINITY
		for (let i = 0; i < TRIES; i++) {
			const { result, heldMs } = await ask(request)
			if (result >= 500) throw new Error(`${request.name} is answered ${result}`)
			if (!isTooLong(heldMs)) return
			ms = Math.min(ms, heldMs)
		}
		throw new Error(`${request.name} holds the event loop for ${ms.toFixed(1)} ms`)
	}

	const checkPlaces = async (places: heavy.Place[], texts: fc.Arbitrary<Run>, examples: Run[] = []) => {
		for (const { request, room, sizeOf } of everySecond(places, HALF))
			await fc.assert(
				fc.asyncProperty(texts, (run) => check(request(filled(run, room, sizeOf)))),
				{ numRuns: examples.length + RANDOM_RUNS, examples: examples.map((run): [Run] => [run]), endOnFailure: true },
			)
	}

	/** True if the caller is still signed in, so that the requests were not tried as a stranger's only. */
	const isWell = async () =>
		(await ask({ name: '', method: 'GET', target: '/api/user', headers: [], body: null })).result === 200 &&
		app.logged.length === 0

	return { app, mum, open, ask, check, checkPlaces, isWell }
}

const threadMs = () => {
	const { user, system } = process.threadCpuUsage()
	return (user + system) / 1000
}

/** Runs `work` and returns its result and an upper bound of the time for which it blocked other requests. */
async function holding<T>(work: () => Promise<T>): Promise<{ result: T; heldMs: number }> {
	const before = threadMs()
	const since = performance.now()
	const result = await work()
	// Includes work deferred until after the answer.
	await new Promise(setImmediate)
	// Excludes time in which this thread does no work: during password hashing, or while another program has the
	// processor.
	return { result, heldMs: Math.min(performance.now() - since, threadMs() - before + STEP_MS) }
}

/** The longest turn of the event loop during `work`. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
	let isOver = false
	let longest = 0
	const working = work().finally(() => {
		isOver = true
	})
	while (!isOver) {
		const { heldMs } = await holding(async () => {})
		longest = Math.max(longest, heldMs)
	}
	await working
	return longest
}

const RATINGS = 50_000
const DRIVERS = 7500
const MEMBERS = 100_000

/** Counts rows from 1 to `to`. */
const up = (to: number) => sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`

let crowd: string | undefined

/** A data file of 100,000 members, which tests copy. */
function crowdedFile(): string {
	const path = join(freshFolder(), 'backseat.db')
	const db = openDatabase(path)
	db.write(() =>
		db.orm.run(sql`${up(MEMBERS)} INSERT INTO users (id, username, display_name, folded_display_name, avatar_id, created_at)
			SELECT 1000000 + i, 'member-' || i, 'Möglich ' || i * 7919 % ${MEMBERS}, 'moglich ' || i * 7919 % ${MEMBERS}, 1, i FROM n`),
	)
	db.close()
	return path
}

/** Members of a large instance who have given very many ratings, with the data in a file as on a server. */
async function crowdedApp() {
	const path = join(freshFolder(), 'backseat.db')
	crowd ??= crowdedFile()
	copyFileSync(crowd, path)
	const db = openDatabase(path)
	const app = testApp({}, { db, longWrites: (context) => longWritesInWorker(context, path) })
	const host = await app.host()
	const rater = async (name: string, count = RATINGS): Promise<TestMember> => {
		const member = await app.member(name)
		db.write(() =>
			db.orm.run(sql`${up(count)} INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, created_at)
				SELECT 1000001 + i % ${DRIVERS}, ${member.id}, 'smooth', 'safe', 'good', 1 + i % 5, i * 1000 FROM n`),
		)
		return member
	}
	/** Reads the response to its end and discards it, as a browser would read a stream. */
	const reading = async (who: TestMember, path: string) => {
		const headers = {
			Host: new URL(TEST_ORIGIN).host,
			Cookie: `backseat_session=${who.cookies.get('backseat_session')}`,
		}
		const response = await app.ask(new Request(TEST_ORIGIN + path, { headers }))
		if (response.status !== 200) throw new Error(`${path} is answered ${response.status}`)
		const reader = response.body?.getReader()
		while (reader && !(await reader.read()).done);
	}
	return { app, host, rater, reading }
}

/** `prepare` creates what a run of `work` consumes; its own turns do not count. */
async function checkTurns<T>(
	what: string,
	work: (prepared: T) => Promise<unknown>,
	prepare: (tried: number) => Promise<T>,
) {
	let shortest = Number.POSITIVE_INFINITY
	for (let tried = 0; tried < TRIES; tried++) {
		const prepared = await prepare(tried)
		const heldMs = await longestTurn(() => work(prepared))
		if (!isTooLong(heldMs)) return
		shortest = Math.min(shortest, heldMs)
	}
	throw new Error(`${what} holds the event loop for ${shortest.toFixed(1)} ms`)
}

const nothing = async () => {}

test('nor does what a member with 50,000 ratings of 7,500 drivers asks for, among 100,000 members [T7]', async () => {
	const { app, host, rater, reading } = await crowdedApp()
	const mum = await rater('mum')

	for (const path of [
		`/api/users/${mum.id}/data?format=json`,
		`/api/users/${mum.id}/data?format=csv`,
		'/api/home',
		'/home',
		'/api/ratings/judging',
		// These contain all of the rides, and many drivers share each award.
		'/api/receipts/1970-01',
		'/api/receipts/1970-02',
		'/api/glovebox',
		'/api/wrapped?year=1970',
		'/api/wrapped?year=1971',
	])
		await checkTurns(path, () => reading(mum, path), nothing)
	for (const text of ['member-77777', 'nobody', 'member', 'Möglich 777', 'xq', 'ög', 'MÖGLICH', 'h 99', 'r-1'])
		for (const [who, path] of [
			[mum, '/api/users'],
			[host, '/api/host/people'],
		] as const)
			await checkTurns(
				`${path} with ${text}`,
				() => reading(who, `${path}?search=${encodeURIComponent(text)}`),
				nothing,
			)

	expect(app.logged).toEqual([])
}, 120_000)

/** Deleting them in one turn takes six times as long as a turn may. Each try makes them again. */
const RATINGS_OF_LEAVER = isEveryRun ? RATINGS : 10_000

test('nor does a member with very many ratings who leaves, alone or removed by a host, nor the rewriting of the file [T7]', async () => {
	const { app, host, rater } = await crowdedApp()
	const leaving = (ratings: string) => async (who: TestMember) =>
		await who.delete(`/api/users/${who.id}`, { password: who.password, ratings })
	const removing = async ({ id }: TestMember) => await host.delete(`/api/host/people/${id}`, { ratings: 'stay' })
	const ways = { stay: leaving('stay'), go: leaving('go'), removed: removing }

	for (const [name, leave] of Object.entries(ways))
		await checkTurns(
			name,
			async (who: TestMember) => expect((await leave(who)).status).toBe(200),
			// Each run consumes a member.
			(tried) => rater(`${name}-${tried}`, RATINGS_OF_LEAVER),
		)

	expect(app.logged).toEqual([])
	await app.close()
}, 300_000)

test('nor does a file of 20,000 verdicts, looked at, brought or taken back [T7] [T73]', async () => {
	const { app } = await crowdedApp()
	const file = (ratingsGiven: object[]) => new TextEncoder().encode(JSON.stringify(anOwnDataFile({ ratingsGiven })))
	const verdicts = Array.from({ length: 20_000 }, (_, nth) => aVerdictInFile(nth))
	const body = file(verdicts)
	const send = async (who: TestMember, call: string) => {
		const headers = {
			Host: new URL(TEST_ORIGIN).host,
			Cookie: `backseat_session=${who.cookies.get('backseat_session')}`,
			'Content-Type': 'application/json',
			'Content-Length': String(body.byteLength),
		}
		const target = `${TEST_ORIGIN}/api/users/${who.id}/${call}`
		const response = await app.ask(new Request(target, { method: 'POST', headers, body }))
		return { status: response.status, body: await response.json() }
	}

	await checkTurns(
		'a preview',
		async (who: TestMember) => expect((await send(who, 'imports/preview')).body).toMatchObject({ verdicts: 20_000 }),
		(tried) => app.member(`looking-${tried}`),
	)
	await checkTurns(
		'an import and its undoing',
		async (who: TestMember) => {
			const { body } = await send(who, 'imports')
			expect((await who.delete(`/api/users/${who.id}/imports/${idIn(body)}`)).status).toBe(204)
		},
		(tried) => app.member(`bringing-${tried}`),
	)

	expect(app.logged).toEqual([])
	await app.close()
}, 120_000)

const TRIP_DRIVERS = 8
const TRIP_SEATS = 60

test('nor does the opening of a full trip or of a driver who got 400 sealed verdicts, nor the log-in of a guest with 5,000 ratings, nor what a host does to a ghost with as many [T7]', async () => {
	const { app, host } = await crowdedApp()
	const { context, db } = app
	const [mum, maker] = [await app.member('mum'), await app.member('maker')]
	await app.rate(mum, maker.id)
	const sealed = sql`ride_quality, safety_feeling, vibe_quality, star_rating, created_at, state`
	const said = (state: 0 | 2, at: number) => sql`'smooth', 'safe', 'good', 1 + i % 5, ${at}, ${state}`

	/** A trip on which all have rated except its maker, who has one verdict left to give. */
	const fullTrip = async () => {
		const token = newLinkToken()
		const driverIds = Array.from({ length: TRIP_DRIVERS }, (_, nth) => (1_000_001 + nth) as UserId)
		db.write(() => {
			const now = new Date()
			const { queries } = context
			const trip = queries.trips.insertTrip(
				{ token, name: 'x', makerId: maker.id, createdAt: now, arrivedAt: now },
				driverIds,
			)
			queries.trips.insertSeat({ tripId: trip.id, userId: maker.id })
			const passengers = TRIP_SEATS - 1
			db.orm.run(sql`${up(passengers)} INSERT INTO trip_seats (trip_id, user_id) SELECT ${trip.id}, 1000100 + i FROM n`)
			db.orm.run(sql`${up(passengers * TRIP_DRIVERS)} INSERT INTO ratings (driver_id, rater_id, trip_id, ${sealed})
				SELECT 1000001 + i % 8, 1000101 + (i - 1) / 8, ${trip.id}, ${said(2, Date.now())} FROM n`)
			db.orm.run(sql`${up(TRIP_DRIVERS - 1)} INSERT INTO ratings (driver_id, rater_id, trip_id, ${sealed})
				SELECT 1000001 + i, ${maker.id}, ${trip.id}, ${said(2, Date.now())} FROM n`)
		})
		return token
	}

	await checkTurns(
		'the opening of a trip',
		async (token) => {
			await openDueTrips(context, undefined, app.longWrites)
			expect((await mum.get(`/api/trips/${token}`)).body).toMatchObject({ state: 'open' })
		},
		async () => {
			const token = await fullTrip()
			await maker.post(`/api/trips/${token}/open`)
			db.orm.run(sql`UPDATE trips SET opens_at = created_at WHERE token = ${token}`)
			return token
		},
	)
	await checkTurns(
		'the last verdict',
		async (token) => {
			const { driverId: _, ...verdict } = aRating({ driverId: 1_000_001 })
			const { body } = await maker.put(`/api/trips/${token}/verdicts/1000001`, verdict)
			expect(body).toMatchObject({ sealed: true })
			expect((await mum.get(`/api/trips/${token}`)).body).toMatchObject({ allSealed: true })
		},
		fullTrip,
	)
	await checkTurns(
		'the evening post',
		async () => expect(await openDue(context, new Date(), undefined, app.longWrites)).toBe(0),
		async () =>
			db.write(() =>
				db.orm.run(sql`${up(400)} INSERT INTO ratings (driver_id, rater_id, ${sealed})
					SELECT ${mum.id}, 1000100 + i, ${said(2, Date.now() - 60_000)} FROM n`),
			),
	)
	await checkTurns(
		'a log-in',
		async (guest) => {
			const { body } = await guest.post('/api/login', { username: 'mum', password: mum.password })
			expect(body).toMatchObject({ cameAlong: 5001 })
		},
		async () => {
			const guest = app.browser()
			await app.rate(guest, 2)
			db.write(() =>
				db.orm.run(sql`${up(5000)} INSERT INTO ratings (driver_id, rater_id, guest_key, ${sealed})
					SELECT 1000001 + i % 900, 1, (SELECT guest_key FROM ratings WHERE guest_key IS NOT NULL ORDER BY id DESC LIMIT 1),
						${said(0, Date.now())} FROM n`),
			)
			return guest
		},
	)
	await host.post('/api/host/confirm', { password: host.password })
	const rated = (driverId: number) =>
		db.write(() =>
			db.orm.run(sql`${up(5000)} INSERT INTO ratings (driver_id, rater_id, ${sealed})
				SELECT ${driverId}, 1000001 + i % 400, ${said(0, Date.now())} FROM n`),
		)
	await checkTurns(
		'an undone claim',
		async ({ id }: TestGhost) =>
			expect((await host.post(`/api/host/ghosts/${id}/undo-claim`)).body).toMatchObject({ ratingsMoved: 5000 }),
		async (tried) => {
			const ghost = await app.ghost(mum)
			rated(ghost.id)
			const claimer = await app.member(`claimer-${tried}`)
			await claimer.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
			return ghost
		},
	)
	await checkTurns(
		'a deleted ghost',
		async ({ id }: TestGhost) =>
			expect((await host.delete(`/api/host/ghosts/${id}`, { name: 'Uncle Bob' })).body).toEqual({
				ratingsDeleted: 5000,
			}),
		async () => {
			const ghost = await app.ghost(mum)
			rated(ghost.id)
			return ghost
		},
	)

	expect(app.logged).toEqual([])
	await app.close()
}, 120_000)

test('no text in any body holds up everybody else for more than 10 ms [T7]', async () => {
	const { mum, checkPlaces, isWell } = await loadedApp()

	await checkPlaces(heavy.bodyPlaces(knownCalls(), mum), anyRun, WORST_RUNS)

	expect(await isWell()).toBe(true)
}, 120_000)

test('nor does a body of many values, or a deep or large one [T7]', async () => {
	const { mum, check, isWell } = await loadedApp()

	for (const request of everySecond(heavy.bulkRequests(knownCalls(), mum), HALF)) await check(request)

	expect(await isWell()).toBe(true)
}, 120_000)

test('nor do as many events as may be, of the largest size [T7]', async () => {
	const { check, ask } = await loadedApp()
	const properties = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i}`, 'x'.repeat(40)]))
	const event = { name: 'ghost_claim_link_viewed', properties, at: new Date().toISOString() }
	const body = JSON.stringify({ deviceId: 'device_1', events: Array(20).fill(event) })
	const batch: heavy.HeavyRequest = {
		name: 'twenty events',
		method: 'POST',
		target: '/api/events',
		headers: [['Content-Type', 'application/json']],
		body,
	}

	await check(batch)

	expect((await ask(batch)).result).toBe(202)
})

test('nor does an address or a query [T7]', async () => {
	const { mum, checkPlaces, isWell } = await loadedApp()

	await checkPlaces(heavy.addressPlaces(knownCalls(), mum), anyRun, WORST_RUNS.slice(0, 1))

	expect(await isWell()).toBe(true)
}, 120_000)

test('nor does a header [T7]', async () => {
	const { checkPlaces, isWell } = await loadedApp()
	const reads = ['/', '/api/user', '/metrics', '/api/docs'].map((target) => ({ method: 'GET', target, body: null }))
	const rating = { method: 'POST', target: '/api/ratings', body: JSON.stringify(aRating({ driverId: 2 })) }
	const logOut = { method: 'POST', target: '/api/logout', body: null }

	await checkPlaces(heavy.headerPlaces([...reads, rating, logOut]), headerRun)

	expect(await isWell()).toBe(true)
}, 120_000)

test('nor do twenty sessions of browsers that gave themselves long names [T7]', async () => {
	const { mum, open, check } = await loadedApp()
	const target = (what: string) => `/api/users/${mum.id}/${what}`

	await fc.assert(
		fc.asyncProperty(headerRun, async (run) => {
			for (let i = 0; i < 20; i++) open(mum.id, filled(run, 15_000), 'password')
			for (const what of ['sessions', 'data'])
				await check({ name: what, method: 'GET', target: target(what), headers: [], body: null })
		}),
		{ numRuns: runs(20), endOnFailure: true },
	)
}, 120_000)
