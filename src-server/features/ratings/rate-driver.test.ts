import { expect, spyOn, test } from 'bun:test'
import type { VisibleUser } from '#contract/accounts.ts'
import { ALL_BAD, ALL_GOOD } from '#contract/impressions.ts'
import type { OwnRating } from '#contract/ratings.ts'
import { ratings } from '#db/schema.ts'
import { aRating, familyOf, idIn, type TestBrowser, testApp } from '#server/testing/test-app.ts'

test('a member rates a driver and gets the rating in both spellings [spec 7.18]', async () => {
	const { rater, driver } = await familyOf('rater', 'driver')

	const answer = await rater.post('/api/ratings', {
		driverId: driver.id,
		raterId: rater.id,
		...ALL_BAD,
		starRating: 1,
	})

	expect(answer).toMatchObject({ status: 201, cookies: [] })
	expect(answer.body).toEqual({
		id: expect.any(Number),
		raterId: rater.id,
		rater_id: rater.id,
		driverId: driver.id,
		driver_id: driver.id,
		...ALL_BAD,
		starRating: 1,
		sealed: false,
		createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
	})
})

test('a rating’s id, time and guest are the server’s business [T4]', async () => {
	const { app, rater, driver } = await familyOf('rater', 'driver')
	const forged = { id: 77, createdAt: '2001-01-01T00:00:00.000Z', guest_key: 'x', guestKey: 'x', requestKey: 'x' }

	const { body } = await rater.post('/api/ratings', aRating({ driverId: driver.id, ...forged }))

	expect(idIn(body)).not.toBe(77)
	expect(body).not.toMatchObject({ createdAt: forged.createdAt })
	expect(app.db.orm.select().from(ratings).get()).toMatchObject({ guestKey: null, requestKey: null })
})

test('a driver cannot rate their own rides [T2]', async () => {
	const { app, driver } = await familyOf('rater', 'driver')

	for (const said of [{}, { raterId: driver.id }, { isPlaceholder: true }])
		expect(await driver.post('/api/ratings', aRating({ driverId: driver.id, ...said }))).toMatchObject({
			status: 403,
			body: { code: 'cannot_rate_self', message: 'Nice try. You cannot rate your own driving.' },
		})
	expect(app.rows(ratings)).toEqual([])
})

test('a rating that meets its rater’s leaving is refused like one without a session [T1]', async () => {
	const { app, rater, driver } = await familyOf('rater', 'driver')
	const { db, queries } = app.context
	const together = db.writeTogether
	spyOn(db, 'writeTogether').mockImplementation((work) => {
		// Between the look at the session and the write, which waits for others of its turn.
		db.write(() => queries.users.deleteUsers([rater.id]))
		return together(work)
	})

	const answer = await rater.post('/api/ratings', aRating({ driverId: driver.id }))

	expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
	expect(app.logged).toEqual([])
})

test('a claimer cannot rate themself through the ghost they were [T2]', async () => {
	const { app, rater, driver } = await familyOf('rater', 'driver')
	const ghost = await app.ghost(rater)
	await driver.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })

	const own = await driver.post('/api/ratings', aRating({ driverId: ghost.id }))
	const others = await rater.post('/api/ratings', aRating({ driverId: ghost.id }))

	expect(own).toMatchObject({ status: 403, body: { code: 'cannot_rate_self' } })
	expect(others).toMatchObject({ status: 201, body: { driverId: driver.id } })
})

test('nobody rates in another’s name, or learns that way whether there is a driver [T1]', async () => {
	const { app, rater, driver } = await familyOf('rater', 'driver')
	const mum = await app.member('mum')
	const visitor = app.browser()
	const post = (who: typeof visitor, raterId: number, driverId = driver.id) =>
		who.post('/api/ratings', aRating({ driverId, raterId }))

	for (const raterId of [mum.id, driver.id, 1, 2, 123_456])
		expect(await post(rater, raterId)).toMatchObject({ status: 403, body: { code: 'not_yours' } })
	for (const raterId of [mum.id, 2, 123_456])
		expect(await post(visitor, raterId)).toMatchObject({
			status: 401,
			cookies: [],
			body: { code: 'not_signed_in', message: 'You must be logged in' },
		})
	expect([(await post(rater, 2, 123_456)).status, (await post(visitor, 2, 123_456)).status]).toEqual([403, 401])
	expect(app.rows(ratings)).toEqual([])
})

test('there is no driver 1, nor one nobody made', async () => {
	const { app, rater } = await familyOf('rater', 'driver')

	for (const who of [rater, app.browser()])
		for (const driverId of [1, 123_456])
			expect(await who.post('/api/ratings', aRating({ driverId }))).toMatchObject({
				status: 404,
				cookies: [],
				body: { code: 'not_found', message: 'Driver not found' },
			})
})

const noStars = 'Please provide a star rating'
test.each<[string, unknown, string]>([
	['starRating', 0, noStars],
	['starRating', -1, noStars],
	['starRating', undefined, noStars],
	['starRating', '5', noStars],
	['starRating', true, noStars],
	['starRating', null, noStars],
	['starRating', [5], noStars],
	['starRating', 6, 'Invalid input'],
	['starRating', 2.5, 'Invalid input'],
	['rideQuality', undefined, 'Required'],
	['rideQuality', 'Smooth', 'Invalid input'],
	['rideQuality', 'toString', 'Invalid input'],
	['rideQuality', ['smooth'], 'Invalid input'],
	['safetyFeeling', 'good', 'Invalid input'],
	['vibeQuality', null, 'Invalid input'],
	['driverId', '2', 'Invalid input'],
	['driverId', 2.5, 'Invalid input'],
	['driverId', { id: 2 }, 'Invalid input'],
	['driverId', 2 ** 53, 'Invalid input'],
	['driverId', undefined, 'Required'],
	['raterId', '1', 'Invalid input'],
	['raterId', null, 'Invalid input'],
	['isPlaceholder', 'yes', 'Invalid input'],
])('a rating with %s %p is a mistake [T22] [spec 5.1]', async (field, value, message) => {
	const { app, rater, driver } = await familyOf('rater', 'driver')

	const answer = await rater.post('/api/ratings', { ...aRating({ driverId: driver.id }), [field]: value })

	expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', field, message } })
	expect(app.rows(ratings)).toEqual([])
})

test('a number too large for any computer is a mistake, not a crash [T22]', async () => {
	const { app, rater } = await familyOf('rater', 'driver')
	const text = JSON.stringify(aRating({ driverId: 2 })).replace('"driverId":2', '"driverId":1e400')

	expect(await rater.post('/api/ratings', text)).toMatchObject({ status: 400, body: { field: 'driverId' } })
	expect(app.logged).toEqual([])
})

test('a member may rate the same driver after each ride', async () => {
	const { app, rater, driver } = await familyOf('rater', 'driver')

	const [first, second] = [await app.rate(rater, driver.id), await app.rate(rater, driver.id)]

	expect(second.id).not.toBe(first.id)
	expect((await app.browser().get(`/api/ratings/driver/${driver.id}/average`)).body).toEqual({ average: 4 })
	expect((await app.browser().get(`/api/ratings/driver/${driver.id}`)).body).toHaveLength(2)
})

// The other limits: http/limits/limited-calls.test.ts.
const statusOf = async (rater: TestBrowser, driverId: number) =>
	(await rater.post('/api/ratings', aRating({ driverId }))).status

const DAY_SECONDS = 86_400

/** Rates are limited; enough time passes between two ratings of a guest for the other limits to allow them. */
async function limitedFamily() {
	const app = testApp({ rateLimitScale: 1 })
	const [rater, driver] = [await app.member('rater'), await app.member('driver')]
	const rateSlowly = async (who: TestBrowser, sent: object = {}, headers = {}) => {
		app.wait(200)
		return who.post('/api/ratings', aRating({ driverId: driver.id, ...sent }), headers)
	}
	return { app, rater, driver, rateSlowly }
}

const noMore = (verdicts: number, wait: string) => ({
	status: 429,
	body: {
		code: 'rated_often',
		message: `No more than ${verdicts} verdicts on one driver in 24 hours. The next one is possible in ${wait}. Let them park first.`,
	},
})

test('a member gives eight verdicts on one driver in 24 hours, also if some are sealed or taken back, and then reads when the next is possible [T2] [spec 15.4]', async () => {
	const { app, rater, driver, rateSlowly } = await limitedFamily()
	const placeholder = await rateSlowly(rater, { isPlaceholder: true })
	expect(placeholder.status).toBe(201)
	const key = { 'Idempotency-Key': 'sent-twice' }
	expect((await rateSlowly(rater, {}, key)).status).toBe(201)
	expect((await rateSlowly(rater, {}, key)).status).toBe(200)
	const { body: takenBack } = await rateSlowly(rater)
	expect((await rater.delete(`/api/ratings/${idIn(takenBack)}`)).status).toBe(204)
	for (let sealed = 0; sealed < 2; sealed++) expect((await rateSlowly(rater, { delivery: 'evening' })).status).toBe(201)
	const { body: trip } = await rater.post('/api/trips', { name: 'To the sea', driverIds: [driver.id] })
	const { token } = trip as { token: string }
	// A second passenger who has not rated keeps the trip from opening.
	await app.browser().post(`/api/trips/${token}/seat`)
	await rater.post(`/api/trips/${token}/arrive`)
	const { driverId: _, ...said } = aRating({ driverId: driver.id })
	for (const starRating of [4, 1])
		expect((await rater.put(`/api/trips/${token}/verdicts/${driver.id}`, { ...said, starRating })).status).toBe(200)
	for (let more = 0; more < 3; more++) expect((await rateSlowly(rater)).status).toBe(201)

	const refused = await rateSlowly(rater)

	expect(refused).toMatchObject(noMore(8, '24 hours'))
	const seconds = Number(refused.headers.get('Retry-After'))
	expect(seconds).toBeLessThan(DAY_SECONDS)
	expect(await statusOf(rater, 2)).toBe(201)
	app.wait(seconds - 60)
	expect(await rater.post('/api/ratings', aRating({ driverId: driver.id }))).toMatchObject(noMore(8, '1 minute'))
	app.wait(60)
	expect(await statusOf(rater, driver.id)).toBe(201)
	expect(await statusOf(rater, driver.id)).toBe(429)
})

test('a guest gives five, whose count survives new cookies, taking back and the log-in [T2] [spec 15.4]', async () => {
	const { app, driver, rateSlowly } = await limitedFamily()
	const guest = app.browser()
	for (let nth = 0; nth < 5; nth++) {
		const { status, body } = await rateSlowly(guest)
		expect(status).toBe(201)
		if (nth < 2) expect((await guest.delete(`/api/ratings/${idIn(body)}`)).status).toBe(204)
	}
	expect(await rateSlowly(guest)).toMatchObject(noMore(5, '24 hours'))
	expect((await rateSlowly(app.browser())).status).toBe(201)

	const lina = await app.member('lina', guest)

	for (let nth = 0; nth < 3; nth++) expect((await rateSlowly(lina)).status).toBe(201)
	expect(await rateSlowly(lina)).toMatchObject(noMore(8, '24 hours'))
	expect(await statusOf(await app.member('aunt'), driver.id)).toBe(201)
})

test('a claimed ghost’s old address does not start a new count', async () => {
	const app = testApp({ rateLimitScale: 1 })
	const [rater, aunt] = [await app.member('rater'), await app.member('aunt')]
	const { id, ghostClaimToken: token } = await app.ghost(rater)
	await aunt.post('/api/ghost-drivers/claim', { token })
	for (let i = 0; i < 8; i++) expect(await statusOf(rater, id)).toBe(201)

	expect(await statusOf(rater, aunt.id)).toBe(429)
})

test('a guest who changes addresses is still the same guest [T16]', async () => {
	const app = testApp({ rateLimitScale: 1 })
	const other = await app.member('other')
	let cookie: string | undefined
	const rateFrom = async (nth: number) => {
		const browser = app.browser({ address: `198.51.100.${10 + nth}` })
		if (cookie !== undefined) browser.cookies.set('backseat_guest', cookie)
		const status = await statusOf(browser, nth % 2 === 0 ? 2 : other.id)
		cookie = browser.cookies.get('backseat_guest')
		return status
	}
	for (let i = 0; i < 5; i++) expect(await rateFrom(i)).toBe(201)

	expect(await rateFrom(5)).toBe(429)
})

test('a rater reads for six hours which verdict they just gave a driver, and nobody else does [T17] [spec 15.4]', async () => {
	const { app, rater, driver, other } = await familyOf('rater', 'driver', 'other')
	const guest = app.browser()
	await rater.post('/api/ratings', aRating({ driverId: driver.id, isPlaceholder: true }))
	const recentFor = async (viewer: TestBrowser) =>
		((await viewer.get(`/api/users/${driver.id}`)).body as VisibleUser).recentRating
	for (const viewer of [rater, guest]) expect(await recentFor(viewer)).toBeUndefined()

	await app.rate(rater, driver.id, { starRating: 1 })
	const ofMember = await app.rate(rater, driver.id, { starRating: 2, delivery: 'evening' })
	const ofGuest = await app.rate(guest, driver.id, { starRating: 5 })

	const shown = ({ id, starRating, createdAt, sealed }: OwnRating) => ({
		id,
		...ALL_GOOD,
		starRating,
		createdAt,
		sealed,
	})
	expect(await recentFor(rater)).toEqual(shown(ofMember))
	expect(await recentFor(guest)).toEqual(shown(ofGuest))
	for (const viewer of [driver, other, app.browser()]) expect(await recentFor(viewer)).toBeUndefined()
	await rater.delete(`/api/ratings/${ofMember.id}`)
	expect(await recentFor(rater)).toMatchObject({ starRating: 1 })
	app.wait(6 * 3600)
	for (const viewer of [rater, guest]) expect(await recentFor(viewer)).toBeUndefined()
})
