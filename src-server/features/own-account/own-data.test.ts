import { expect, test } from 'bun:test'
import { desc, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { ALL_GOOD } from '#contract/impressions.ts'
import { OwnData } from '#contract/own-account.ts'
import type { SentLink } from '#contract/sent.ts'
import { hiddenDrivers, ratings, users } from '#db/schema.ts'
import { aRating, familyOf, TEST_ORIGIN, type TestMember } from '#server/testing/test-app.ts'
import { ownRatingsCsv } from './own-data.service.ts'

async function setUp() {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const ghost = await app.ghost(mum, '=HYPERLINK("http://evil.example")')
	const bumpy = await app.rate(mum, dad.id, { starRating: 2, rideQuality: 'bumpy' })
	await dad.put(`/api/ratings/${bumpy.id}/reply`, { sticker: 'traffic' })
	const sent = await app.rate(mum, ghost.id)
	const page = await mum.post('/api/sent', { kind: 'receipt', ratingId: sent.id, pool: 'DEFAULT', place: 0 })
	const unfair = await app.rate(dad, mum.id, { starRating: 1 })
	await mum.post(`/api/ratings/${unfair.id}/report`, { reason: 'mistake' })
	const fair = await app.rate(app.browser(), mum.id, { starRating: 5 })
	await mum.put(`/api/ratings/${fair.id}/reply`, { sticker: 'thanks' })
	await mum.post('/api/ratings', aRating({ driverId: 2, isPlaceholder: true }))
	await mum.post('/api/hidden-drivers', { userId: mum.id, driverId: 2 })
	const trip = await mum.post('/api/trips', { name: 'To the sea', driverIds: [ghost.id] })
	const { token } = trip.body as { token: string }
	await dad.post(`/api/trips/${token}/seat`)
	await mum.get(`/api/drivers/${mum.id}/stats`)
	const { id: pageId } = page.body as SentLink
	return { app, mum, dad, ghost, token, pageId, data: `/api/users/${mum.id}/data` }
}

test('a member takes everything along that is kept of them', async () => {
	const { mum, dad, ghost, data } = await setUp()

	await mum.post(`/api/users/${mum.id}/mark-ratings-seen`, { isOnProfile: true })
	const { status, body, headers } = await mum.get(`${data}?format=json`)

	expect(status).toBe(200)
	expect(headers.get('content-disposition')).toBe('attachment; filename="backseat-mum.json"')
	expect(headers.get('cache-control')).toBe('no-store')
	const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
	const verdict = { ...ALL_GOOD, starRating: 4 }
	const given = {
		id: expect.any(Number),
		...verdict,
		isPlaceholder: false,
		isSealed: false,
		reply: null,
		createdAt: moment,
	}
	const received = {
		id: expect.any(Number),
		...verdict,
		reply: null,
		createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
	}
	const { newReplies: _, ...own } = (await mum.get('/api/user')).body as Record<string, unknown>
	expect(body).toEqual({
		product: 'Backseat',
		format: 'backseat-own-data',
		version: 2,
		exportedAt: moment,
		news: null,
		account: { ...own, lastSeenOn: received.createdAt, createdAt: moment },
		ratingsGiven: [
			{ ...given, driverId: 2, driver: 'Demo Driver', driverUsername: 'demo', starRating: 5, isPlaceholder: true },
			{ ...given, driverId: ghost.id, driver: ghost.display_name, driverUsername: null },
			{
				...given,
				driverId: dad.id,
				driver: 'dad',
				driverUsername: 'dad',
				starRating: 2,
				rideQuality: 'bumpy',
				reply: 'traffic',
			},
		],
		broughtVerdicts: [],
		ratingsReceived: [
			{ ...received, starRating: 5, reply: 'thanks' },
			{ ...received, starRating: 1 },
		],
		reports: [{ reason: 'mistake', ratedOn: received.createdAt, reportedOn: received.createdAt, status: 'reported' }],
		ghosts: [{ id: ghost.id, display_name: ghost.display_name, isClaimed: false, createdAt: moment }],
		trips: [{ name: 'To the sea', day: received.createdAt, isMaker: true }],
		sentPages: [{ kind: 'receipt', createdAt: moment, isEnded: false }],
		kindsSeen: [{ kind: 'fresh_plates', day: received.createdAt }],
		hiddenDrivers: [{ driverId: 2, driver: 'Demo Driver', hiddenAt: moment }],
		passkeys: [],
		readOnlyTokens: [],
		phones: [],
		identities: [],
		sessions: [{ browser: null, signedInAt: moment }],
	})
})

test('it holds neither who rated them, nor a token, hash or key [T17]', async () => {
	const { mum, dad, ghost, token, pageId, data } = await setUp()

	const ofDad = (await dad.get(`/api/users/${dad.id}/data`)).body
	expect(ofDad).toMatchObject({ trips: [{ name: 'To the sea', isMaker: false }] })
	for (const format of ['json', 'csv']) {
		const { body } = await mum.get(`${data}?format=${format}`)
		const text = typeof body === 'string' ? body : JSON.stringify(body)
		for (const secret of [
			token,
			pageId,
			ghost.ghostClaimToken,
			mum.cookies.get('backseat_session') ?? '?',
			'$argon2',
			mum.password,
		])
			expect(text).not.toContain(secret)
		expect(text.replace('"readOnlyTokens":[]', '')).not.toMatch(/hash|token|guestKey|requestKey|raterId|userAgent/i)
	}
	const { ratingsReceived } = (await mum.get(data)).body as OwnData
	expect(JSON.stringify(ratingsReceived)).not.toContain(String(dad.id))
})

test('what is sealed is in its rater’s data and in none of its driver’s [T40] [spec 13.16]', async () => {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const { id } = await app.rate(mum, dad.id, { delivery: 'evening' })
	const dataOf = async ({ get, id }: TestMember, format: string) =>
		(await get(`/api/users/${id}/data?format=${format}`)).body

	expect(await dataOf(mum, 'json')).toMatchObject({ ratingsGiven: [{ id, isSealed: true }] })
	expect(await dataOf(mum, 'csv')).toContain(`given,${id},dad,4,smooth,safe,good,false,true,`)
	expect(await dataOf(dad, 'json')).toMatchObject({ ratingsReceived: [] })
	expect(await dataOf(dad, 'csv')).not.toContain(String(id))
})

test('the table has one row a rating, given ones first, and no name becomes a formula [T19]', async () => {
	const { mum, data } = await setUp()

	const { body, headers } = await mum.get(`${data}?format=csv`)

	expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
	expect(headers.get('content-disposition')).toBe('attachment; filename="backseat-mum.csv"')
	// Decoding the answer as text removes the byte order mark.
	const [head, ...rows] = (body as string).trimEnd().split('\n')
	expect(head).toBe(
		'direction,id,driver,starRating,rideQuality,safetyFeeling,vibeQuality,isPlaceholder,isSealed,reply,createdAt',
	)
	expect(
		rows.map((row) =>
			row
				.replace(/,\d+,/, ',#,')
				.replace(/T[^,]*Z$/, 'T#')
				.replace(/\d{4}-\d\d-\d\d/, 'day'),
		),
	).toEqual([
		'given,#,Demo Driver,5,smooth,safe,good,true,false,,dayT#',
		`given,#,"'=HYPERLINK(""http://evil.example"")",4,smooth,safe,good,false,false,,dayT#`,
		'given,#,dad,2,bumpy,safe,good,false,false,traffic,dayT#',
		'received,#,mum,5,smooth,safe,good,,,thanks,day',
		'received,#,mum,1,smooth,safe,good,,,,day',
	])
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1'])('%s stays a name in a spreadsheet', async (name) => {
	const { app, mum } = await familyOf('mum')
	await app.rate(mum, (await app.ghost(mum, name)).id)

	expect([...ownRatingsCsv(app.context, mum.id)].join('')).toContain(`,'${name},`)
})

test.each([
	['x;=1+1', "x;'=1+1"],
	['x; =1+1', "x; '=1+1"],
	['x;@a;-b', "x;'@a;'-b"],
	[';=1+1', ";'=1+1"],
	['x;＝1+1', "x;'＝1+1"],
])('nor does what comes after the semicolon of %s, where that parts columns', async (name, harmless) => {
	const { app, mum } = await familyOf('mum')
	await app.rate(mum, (await app.ghost(mum, name)).id)

	expect([...ownRatingsCsv(app.context, mum.id)].join('')).toContain(`,${harmless},`)
})

test('the table starts with the mark by which Excel knows UTF-8', async () => {
	const { app, mum } = await setUp()

	expect([...ownRatingsCsv(app.context, mum.id)].join('').startsWith('\uFEFFdirection,')).toBe(true)
})

test('a format nobody knows is a mistake, and json is what comes without one', async () => {
	const { mum, data } = await setUp()

	expect(await mum.get(`${data}?format=xml`)).toMatchObject({
		status: 400,
		body: { message: 'Please choose json or csv' },
	})
	expect((await mum.get(data)).body).toMatchObject({ product: 'Backseat' })
})

async function withMuch(count = 1234) {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const many = sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
	app.db.write(() => {
		app.db.orm.run(sql`${many} INSERT INTO users (id, username, display_name, avatar_id, is_ghost, created_by_id, created_at)
			SELECT 1000 + i, 'ghost-' || i, iif(i % 3, 'Ghost, ' || i, null), 1 + i % 5, 1, ${mum.id}, i * 1000 FROM n`)
		const rate = (driver: unknown, rater: unknown) =>
			app.db.orm.run(sql`${many} INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, created_at)
				SELECT ${driver}, ${rater}, 'smooth', 'unsafe', 'off', 1 + i % 5, i * 86400000 FROM n`)
		rate(sql`1000 + i`, mum.id)
		rate(mum.id, dad.id)
		app.db.orm.run(
			sql`${many} INSERT INTO hidden_drivers (user_id, driver_id, hidden_at) SELECT ${mum.id}, 1000 + i, i FROM n`,
		)
	})
	const download = (format: string, who: TestMember = mum) =>
		app.ask(
			new Request(`${TEST_ORIGIN}/api/users/${mum.id}/data?format=${format}`, {
				headers: { Host: 'localhost:7433', Cookie: `backseat_session=${who.cookies.get('backseat_session')}` },
			}),
		)
	return { app, mum, dad, count, download }
}

test('however much there is, all of it is there once, in order, and as the call promises', async () => {
	const { app, mum, count, download } = await withMuch()
	const { orm } = app.db

	const data: unknown = await (await download('json')).json()
	const table = (await (await download('csv')).text()).trimEnd().split('\n')

	v.assert(OwnData, data)
	const given = orm.select().from(ratings).where(eq(ratings.raterId, mum.id)).orderBy(desc(ratings.id)).all()
	const received = orm.select().from(ratings).where(eq(ratings.driverId, mum.id)).orderBy(desc(ratings.id)).all()
	const ghosts = orm.select().from(users).where(eq(users.createdById, mum.id)).orderBy(desc(users.createdAt)).all()
	const hidden = orm.select().from(hiddenDrivers).orderBy(desc(hiddenDrivers.id)).all()
	const row = ({ wireId, starRating }: (typeof given)[number]) => ({ id: wireId, starRating })
	expect(given).toHaveLength(count)
	expect(data.ratingsGiven).toMatchObject(given.map((one) => ({ ...row(one), driverId: one.driverId })))
	expect(data.ratingsReceived).toMatchObject(received.map(row))
	expect(data.ghosts).toMatchObject(ghosts.map(({ id, displayName }) => ({ id, display_name: displayName })))
	expect(data.hiddenDrivers).toMatchObject(hidden.map(({ driverId }) => ({ driverId })))
	expect(data.ratingsGiven.map(({ driver }) => driver)).toEqual(
		given
			.map(({ driverId }) => ghosts.find(({ id }) => id === driverId))
			.map((g) => g?.displayName ?? g?.username ?? ''),
	)
	expect(table).toHaveLength(1 + 2 * count)
	expect(table.slice(1).map((line) => Number(line.split(',')[1]))).toEqual(
		[...given, ...received].map(({ wireId }) => wireId),
	)
})

test('others are answered while a member takes along what is theirs', async () => {
	const { dad, download } = await withMuch()
	const reader = (await download('json')).body?.getReader()
	let [pieces, answered] = [0, 0]
	const asking = (async () => {
		while (answered < 5) {
			await dad.get('/api/user')
			answered += 1
		}
		return pieces
	})()

	while (!(await reader?.read())?.done) pieces += 1

	expect(await asking).toBeLessThan(pieces)
})

test('what changes meanwhile breaks nothing: a rating that comes is not in it, nor one that goes before its turn', async () => {
	const { app, mum, download } = await withMuch()
	const response = await download('json')
	const reader = response.body?.getReader()
	const decoder = new TextDecoder()
	let text = ''
	for (let piece = 0; piece < 3; piece++) text += decoder.decode((await reader?.read())?.value)
	const { orm } = app.db

	await app.rate(mum, 2)
	orm.run(sql`DELETE FROM ratings WHERE rater_id = ${mum.id} AND driver_id = 1001`)
	for (;;) {
		const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
		if (done) break
		text += decoder.decode(value)
	}

	const { ratingsGiven } = JSON.parse(text) as OwnData
	expect(new Set(ratingsGiven.map(({ id }) => id)).size).toBe(ratingsGiven.length)
	expect(ratingsGiven).toHaveLength(1234 - 1)
})

test('an account that is deleted meanwhile breaks the file off: half of it does not look like all of it', async () => {
	for (const format of ['json', 'csv']) {
		const { mum, download } = await withMuch()
		const response = await download(format)
		await mum.delete(`/api/users/${mum.id}`, { password: mum.password, ratings: 'go' })

		await expect(response.text()).rejects.toThrow('User not found')
	}
})

test('two at once for a member; who goes away or has all of it makes room [T7]', async () => {
	const { download } = await withMuch()
	const [one, other] = [await download('json'), await download('csv')]

	const third = await download('json')
	expect([third.status, third.headers.get('retry-after')]).toEqual([429, '5'])
	await one.body?.cancel()
	expect((await download('json')).status).toBe(200)
	expect((await download('json')).status).toBe(429)
	await other.text()
	expect((await download('json')).status).toBe(200)
})
