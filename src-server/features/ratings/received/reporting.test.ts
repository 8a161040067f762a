import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { ratingReports } from '#db/schema.ts'
import { aRating, idIn, type TestBrowser, testApp } from '#server/testing/test-app.ts'

afterEach(() => setSystemTime())

const HOUR_MS = 3_600_000

async function family() {
	// With the rate limits on: five reports a day is a rule of its own.
	const app = testApp({ rateLimitScale: 1 })
	const [rater, driver, other] = [await app.member('rater'), await app.member('driver'), await app.member('other')]
	const report = (who: TestBrowser, { id }: { id: number | string }, body: unknown = { reason: 'other' }) =>
		who.post(`/api/ratings/${id}/report`, body)
	const kept = () => app.rows(ratingReports)
	return { app, rater, driver, other, report, kept }
}
const NOT_FOUND = { status: 404, body: { code: 'not_found', message: 'Rating not found' } }

test.each(['not_my_ride', 'mistake', 'other'])('a driver reports a rating as %s', async (reason) => {
	const { app, rater, driver, report, kept } = await family()
	const rating = await app.rate(rater, driver.id)

	expect(await report(driver, rating, { reason })).toMatchObject({ status: 201, body: { status: 'reported' } })

	expect(kept()).toMatchObject([{ driverId: driver.id, reason, status: 'reported', decidedAt: null }])
	expect(kept()[0]?.ratedOn.toISOString()).toEndWith('T00:00:00.000Z')
})

test('nobody else can: for its rater, other members, hosts and unknown ids there is no such rating; guests log in first', async () => {
	const { app, rater, driver, other, report, kept } = await family()
	const [guest, host] = [app.browser(), await app.host()]
	const byMember = await app.rate(rater, driver.id)
	const byGuest = await app.rate(guest, driver.id)

	for (const rating of [byMember, byGuest]) {
		for (const who of [rater, other, host]) expect(await report(who, rating)).toMatchObject(NOT_FOUND)
		for (const who of [guest, app.browser()]) expect((await report(who, rating)).status).toBe(401)
	}
	for (const id of [1, 123456, '9007199254740991']) expect(await report(driver, { id })).toMatchObject(NOT_FOUND)
	expect((await report(driver, { id: 'nonsense' })).status).toBe(400)
	expect(kept()).toEqual([])
})

test('a reason is one of three, and nothing else that is sent counts [spec 15.45]', async () => {
	const { app, rater, driver, report, kept } = await family()
	const rating = await app.rate(rater, driver.id)

	for (const body of [{}, { reason: 'revenge' }, { reason: 'harassment' }, { reason: null }, [], 'other'])
		expect(await report(driver, rating, body)).toMatchObject({ status: 400 })
	const sent = { reason: 'mistake', status: 'removed', decidedAt: 0, driverId: rater.id, id: 7 }
	expect((await report(driver, rating, sent)).status).toBe(201)

	expect(kept()).toMatchObject([{ driverId: driver.id, reason: 'mistake', status: 'reported', decidedAt: null }])
	expect(kept()[0]?.id).not.toBe(7)
})

test('a rating is reported once, by two taps at the same time, too', async () => {
	const { app, rater, driver, report, kept } = await family()
	const rating = await app.rate(rater, driver.id)

	const answers = await Promise.all([1, 2, 3].map(() => report(driver, rating)))

	expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
	expect(await report(driver, rating)).toMatchObject({ status: 409, body: { code: 'already_reported' } })
	expect(kept()).toHaveLength(1)
})

test('what its rater says anew, and only that, can be reported anew', async () => {
	const { app, rater, driver, report, kept } = await family()
	const rating = await app.rate(rater, driver.id)
	const change = (starRating: number) =>
		rater.put(`/api/ratings/${rating.id}`, aRating({ driverId: driver.id, starRating }))
	await report(driver, rating)

	await change(rating.starRating)
	expect((await report(driver, rating)).status).toBe(409)
	await change(1)
	expect((await report(driver, rating)).status).toBe(201)

	expect(
		kept()
			.map(({ status }) => status)
			.toSorted(),
	).toEqual(['reported', 'withdrawn'])
})

test('five reports go through in 24 hours, whatever became of them; the next one when the first is a day old', async () => {
	const { app, driver, report } = await family()
	const start = Date.UTC(2026, 10, 20, 12)
	const ratings = []
	for (let nth = 0; nth < 7; nth++) {
		setSystemTime(start + nth * HOUR_MS)
		ratings.push(await app.rate(app.browser({ address: `198.51.100.${nth}` }), driver.id))
	}
	const [first, , third, , , sixth, seventh] = ratings
	if (!first || !third || !sixth || !seventh) throw new Error('There are seven')
	const changed = await app.member('changes-their-mind')
	const told = await app.rate(changed, driver.id)
	await report(driver, told)
	await changed.delete(`/api/ratings/${told.id}`)
	setSystemTime(start + 8 * HOUR_MS)
	for (const rating of ratings.slice(0, 4)) expect((await report(driver, rating)).status).toBe(201)

	const refused = await report(driver, sixth)

	expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
	expect(refused.headers.get('retry-after')).toBe(String(22 * 3600))
	expect((await report(driver, first)).status).toBe(409)
	setSystemTime(start + 30 * HOUR_MS - 1000)
	expect(await report(driver, sixth)).toMatchObject({
		status: 429,
		body: { message: expect.stringContaining('1 hour.') },
	})
	setSystemTime(start + 30 * HOUR_MS)
	expect((await report(driver, sixth)).status).toBe(201)
	expect((await report(driver, seventh)).status).toBe(429)
})

test('without rate limits five a day are the limit still, and a clock that was set back makes nobody wait for longer', async () => {
	const app = testApp({ rateLimitScale: 0 })
	const driver = await app.member('driver')
	const start = Date.UTC(2026, 10, 20, 12)
	setSystemTime(start)
	const report = async () => {
		const { id } = await app.rate(app.browser(), driver.id)
		return driver.post(`/api/ratings/${id}/report`, { reason: 'other' })
	}
	for (let nth = 0; nth < 5; nth++) expect((await report()).status).toBe(201)
	setSystemTime(start - 100 * HOUR_MS)

	expect((await report()).headers.get('retry-after')).toBe(String(24 * 3600))
})

test('what came with a claim is reported by the claimer, and goes back with the ghost as if nobody had', async () => {
	const { app, rater, driver, other, report, kept } = await family()
	const ghost = await app.ghost(rater)
	const rating = await app.rate(app.browser(), ghost.id)
	expect(await report(rater, rating)).toMatchObject(NOT_FOUND)
	await driver.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
	expect((await report(driver, rating)).status).toBe(201)
	expect(await report(other, rating)).toMatchObject(NOT_FOUND)

	app.db.write(() => {
		app.context.queries.claims.moveMarkedRatingsBack(ghost.id)
	})

	expect(kept()).toMatchObject([{ status: 'withdrawn', ratingId: null }])
	expect(await report(driver, rating)).toMatchObject(NOT_FOUND)
})

test('a driver who leaves takes their reports along; a rater who leaves ends those of what goes with them', async () => {
	const { app, rater, driver, other, report, kept } = await family()
	const [stays, goes] = [await app.rate(rater, driver.id), await app.rate(other, driver.id)]
	await report(driver, stays)
	await report(driver, goes)

	await rater.delete(`/api/users/${rater.id}`, { password: rater.password, ratings: 'stay' })
	await other.delete(`/api/users/${other.id}`, { password: other.password, ratings: 'go' })
	expect(
		kept()
			.map(({ status }) => status)
			.toSorted(),
	).toEqual(['reported', 'withdrawn'])
	await driver.delete(`/api/users/${driver.id}`, { password: driver.password, ratings: 'go' })

	expect(kept()).toEqual([])
})

test('reports that ended go after 90 days, when something is reported next; what was kept stays', async () => {
	const { app, rater, driver, report, kept } = await family()
	const host = await app.host()
	const start = Date.UTC(2026, 0, 1, 12)
	setSystemTime(start)
	for (const act of ['remove', 'keep', 'take back']) {
		const rating = await app.rate(rater, driver.id)
		await report(driver, rating)
		const open = kept().find(({ status }) => status === 'reported')
		await host.confirm()
		if (act === 'take back') await rater.delete(`/api/ratings/${rating.id}`)
		else expect((await host.post(`/api/host/reports/${open?.id}/${act}`)).status).toBe(200)
	}
	const reportAnother = async () => report(driver, await app.rate(app.browser(), driver.id))
	const states = () =>
		kept()
			.map(({ status }) => status)
			.toSorted()

	setSystemTime(start + 90 * 24 * HOUR_MS)
	await driver.post('/api/login', { username: 'driver', password: driver.password })
	await reportAnother()
	expect(states()).toEqual(['kept', 'removed', 'reported', 'withdrawn'])
	setSystemTime(start + 91 * 24 * HOUR_MS)
	await reportAnother()
	expect(states()).toEqual(['kept', 'reported', 'reported'])
})

test('the id of a report does not tell which of two came first', async () => {
	const { app, driver, report, kept } = await family()
	for (let nth = 0; nth < 5; nth++) {
		const rating = await app.rate(app.browser({ address: `198.51.100.${nth}` }), driver.id)
		await report(driver, { id: idIn(rating) })
	}

	const ids = kept().map(({ id }) => id)

	expect(ids.every((id) => id > 0 && id <= 2 ** 50)).toBe(true)
	expect(Math.max(...ids) - Math.min(...ids)).toBeGreaterThan(1000)
})
