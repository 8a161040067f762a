import { expect, spyOn, test } from 'bun:test'
import { ALL_BAD } from '#contract/impressions.ts'
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

// The limits themselves: http/limits/limited-calls.test.ts.
const statusOf = async (rater: TestBrowser, driverId: number) =>
	(await rater.post('/api/ratings', aRating({ driverId }))).status

test('a claimed ghost’s old address does not start a new count', async () => {
	const app = testApp({ rateLimitScale: 1 })
	const [rater, aunt] = [await app.member('rater'), await app.member('aunt')]
	const { id, ghostClaimToken: token } = await app.ghost(rater)
	await aunt.post('/api/ghost-drivers/claim', { token })
	for (let i = 0; i < 10; i++) expect(await statusOf(rater, id)).toBe(201)

	expect(await statusOf(rater, aunt.id)).toBe(429)
})

test('a guest who changes addresses is still the same guest [T16]', async () => {
	const app = testApp({ rateLimitScale: 1 })
	let cookie: string | undefined
	const rateFrom = async (address: string) => {
		const browser = app.browser({ address })
		if (cookie !== undefined) browser.cookies.set('backseat_guest', cookie)
		const status = await statusOf(browser, 2)
		cookie = browser.cookies.get('backseat_guest')
		return status
	}
	for (let i = 0; i < 5; i++) expect(await rateFrom(`198.51.100.${10 + i}`)).toBe(201)

	expect(await rateFrom('198.51.100.20')).toBe(429)
})
