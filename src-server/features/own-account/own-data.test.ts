import { expect, test } from 'bun:test'
import type { OwnData } from '#contract/own-account.ts'
import { aRating, testApp } from '#server/testing/test-app.ts'
import { ownData, ownRatingsCsv } from './own-data.service.ts'

async function setUp() {
	const app = testApp()
	const mum = await app.member('mum')
	const dad = await app.member('dad')
	const ghost = await app.ghost(mum, '=HYPERLINK("http://evil.example")')
	await app.rate(mum, dad.id, { starRating: 2, rideQuality: 'bumpy' })
	await app.rate(mum, ghost.id)
	const unfair = await app.rate(dad, mum.id, { starRating: 1 })
	await mum.post(`/api/ratings/${unfair.id}/report`, { reason: 'mistake' })
	await app.rate(app.browser(), mum.id, { starRating: 5 })
	await mum.post('/api/ratings', aRating({ driverId: 2, isPlaceholder: true }))
	await mum.post('/api/hidden-drivers', { userId: mum.id, driverId: 2 })
	return { app, mum, dad, ghost, data: `/api/users/${mum.id}/data` }
}

test('a member takes everything along that is kept of them', async () => {
	const { mum, dad, ghost, data } = await setUp()

	const { status, body, headers } = await mum.get(`${data}?format=json`)

	expect(status).toBe(200)
	expect(headers.get('content-disposition')).toBe('attachment; filename="backseat-mum.json"')
	expect(headers.get('cache-control')).toBe('no-store')
	const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
	const verdict = { rideQuality: 'smooth', safetyFeeling: 'safe', vibeQuality: 'good', starRating: 4 }
	const given = { id: expect.any(Number), ...verdict, isPlaceholder: false, createdAt: moment }
	const received = { id: expect.any(Number), ...verdict, createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }
	expect(body).toEqual({
		product: 'Backseat',
		exportedAt: moment,
		account: { ...((await mum.get('/api/user')).body as object), lastSeenOn: received.createdAt, createdAt: moment },
		ratingsGiven: [
			{ ...given, driverId: 2, driver: 'Demo Driver', starRating: 5, isPlaceholder: true },
			{ ...given, driverId: ghost.id, driver: ghost.display_name },
			{ ...given, driverId: dad.id, driver: 'dad', starRating: 2, rideQuality: 'bumpy' },
		],
		ratingsReceived: [
			{ ...received, starRating: 5 },
			{ ...received, starRating: 1 },
		],
		reports: [{ reason: 'mistake', ratedOn: received.createdAt, reportedOn: received.createdAt, status: 'reported' }],
		ghosts: [{ id: ghost.id, display_name: ghost.display_name, isClaimed: false, createdAt: moment }],
		hiddenDrivers: [{ driverId: 2, driver: 'Demo Driver', hiddenAt: moment }],
		sessions: [{ browser: null, signedInAt: moment }],
	})
})

test('it holds neither who rated them, nor a token, hash or key', async () => {
	const { mum, dad, ghost, data } = await setUp()

	for (const format of ['json', 'csv']) {
		const { body } = await mum.get(`${data}?format=${format}`)
		const text = typeof body === 'string' ? body : JSON.stringify(body)
		for (const secret of [ghost.ghostClaimToken, mum.cookies.get('backseat_session') ?? '?', '$argon2', mum.password])
			expect(text).not.toContain(secret)
		expect(text).not.toMatch(/hash|token|guestKey|requestKey|raterId|userAgent/i)
	}
	const { ratingsReceived } = (await mum.get(data)).body as OwnData
	expect(JSON.stringify(ratingsReceived)).not.toContain(String(dad.id))
})

test('the table has one row a rating, given ones first, and no name becomes a formula', async () => {
	const { mum, data } = await setUp()

	const { body, headers } = await mum.get(`${data}?format=csv`)

	expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
	expect(headers.get('content-disposition')).toBe('attachment; filename="backseat-mum.csv"')
	// Reading the answer as text takes the byte order mark away.
	const [head, ...rows] = (body as string).trimEnd().split('\n')
	expect(head).toBe('direction,id,driver,starRating,rideQuality,safetyFeeling,vibeQuality,isPlaceholder,createdAt')
	expect(
		rows.map((row) =>
			row
				.replace(/,\d+,/, ',#,')
				.replace(/T[^,]*Z$/, 'T#')
				.replace(/\d{4}-\d\d-\d\d/, 'day'),
		),
	).toEqual([
		'given,#,Demo Driver,5,smooth,safe,good,true,dayT#',
		`given,#,"'=HYPERLINK(""http://evil.example"")",4,smooth,safe,good,false,dayT#`,
		'given,#,dad,2,bumpy,safe,good,false,dayT#',
		'received,#,mum,5,smooth,safe,good,,day',
		'received,#,mum,1,smooth,safe,good,,day',
	])
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1'])('%s stays a name in a spreadsheet', async (name) => {
	const app = testApp()
	const mum = await app.member('mum')
	await app.rate(mum, (await app.ghost(mum, name)).id)

	expect(ownRatingsCsv(ownData(app.context, mum.id))).toContain(`,'${name},`)
})

test.each([
	['x;=1+1', "x;'=1+1"],
	['x; =1+1', "x; '=1+1"],
	['x;@a;-b', "x;'@a;'-b"],
	[';=1+1', ";'=1+1"],
])('nor does what comes after the semicolon of %s, where that parts columns', async (name, harmless) => {
	const app = testApp()
	const mum = await app.member('mum')
	await app.rate(mum, (await app.ghost(mum, name)).id)

	expect(ownRatingsCsv(ownData(app.context, mum.id))).toContain(`,${harmless},`)
})

test('the table starts with the mark by which Excel knows UTF-8', async () => {
	const { app, mum } = await setUp()

	expect(ownRatingsCsv(ownData(app.context, mum.id)).startsWith('\uFEFFdirection,')).toBe(true)
})

test('a format nobody knows is a mistake, and json is what comes without one', async () => {
	const { mum, data } = await setUp()

	expect(await mum.get(`${data}?format=xml`)).toMatchObject({
		status: 400,
		body: { message: 'Please choose json or csv' },
	})
	expect((await mum.get(data)).body).toMatchObject({ product: 'Backseat' })
})

test('nobody takes along what is another’s, and nobody learns whether there is another', async () => {
	const { app, mum, dad, ghost, data } = await setUp()

	for (const address of [data, `/api/users/${ghost.id}/data`, '/api/users/1/data', '/api/users/999/data'])
		for (const format of ['json', 'csv']) {
			const answer = await dad.get(`${address}?format=${format}`)
			expect(answer).toMatchObject({ status: 403, body: { code: 'not_yours' } })
			expect(answer.headers.get('content-disposition')).toBeNull()
		}
	expect((await app.browser().get(data)).status).toBe(401)
	expect((await mum.get('/api/users/mum/data')).status).toBe(404)
	for (const id of [ghost.id, 1, 2, 999]) expect(() => ownData(app.context, id)).toThrow('User not found')
})

test('twenty downloads an hour', async () => {
	const app = testApp({ rateLimitScale: 1 })
	const mum = await app.member('mum')
	for (let i = 0; i < 20; i++) expect((await mum.get(`/api/users/${mum.id}/data`)).status).toBe(200)

	expect(await mum.get(`/api/users/${mum.id}/data`)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
})
