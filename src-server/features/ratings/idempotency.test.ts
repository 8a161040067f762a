import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { ratings } from '#db/schema.ts'
import { aRating, idIn, type TestBrowser, testApp } from '#server/testing/test-app.ts'

afterEach(() => setSystemTime())

const KEY = 'k3y_of-0ne-ride'
const HOUR_MS = 3_600_000

async function family(rateLimitScale = 0) {
	const app = testApp({ rateLimitScale })
	const driver = await app.member('driver')
	const rate = (who: TestBrowser, special: Record<string, unknown> = {}, key = KEY) =>
		who.post('/api/ratings', aRating({ driverId: driver.id, ...special }), { 'Idempotency-Key': key })
	const cancel = (who: TestBrowser, raterId?: number, requestKey = KEY) =>
		who.post('/api/ratings/cancel', { requestKey, raterId })
	const count = () => app.rows(ratings).length
	return { app, driver, rate, cancel, count, rater: await app.member('rater') }
}

test('a repeated request answers the first rating, and counts once [B3] [spec 7.18]', async () => {
	const { app, driver, rater, rate, count } = await family()

	const first = await rate(rater)
	const again = await rate(rater)

	expect([first.status, again.status]).toEqual([201, 200])
	expect(again.body).toEqual(first.body)
	expect(count()).toBe(1)
	expect((await app.browser().get(`/api/drivers/${driver.id}/stats`)).body).toMatchObject({ totalRides: 1 })
})

test('ten repeats at once make one rating [B3]', async () => {
	const { rater, rate, count } = await family()

	const answers = await Promise.all(Array.from({ length: 10 }, () => rate(rater)))

	expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
	expect(new Set(answers.map(({ body }) => idIn(body))).size).toBe(1)
	expect(count()).toBe(1)
})

test.each<[string, Record<string, unknown>]>([
	['other stars', { starRating: 1 }],
	['another ride', { rideQuality: 'bumpy' }],
	['another feeling', { safetyFeeling: 'unsafe' }],
	['another vibe', { vibeQuality: 'off' }],
	['another driver', { driverId: 2 }],
	['a placeholder instead of a ride', { isPlaceholder: true }],
])('the same key with %s is refused', async (_what, special) => {
	const { rater, rate, count } = await family()
	await rate(rater)

	expect(await rate(rater, special)).toMatchObject({ status: 409, body: { code: 'key_reused' } })
	expect(count()).toBe(1)
})

test('the key of a placeholder is not good for the ride after it', async () => {
	const { rater, rate } = await family()
	const placeholder = await rate(rater, { isPlaceholder: true })

	expect(await rate(rater)).toMatchObject({ status: 409, body: { code: 'key_reused' } })
	expect(await rate(rater, { isPlaceholder: true })).toMatchObject({ status: 200, body: placeholder.body as object })
})

test.each(['short', 'x'.repeat(65), 'with space', 'semi;colon', 'not+a+key', ''])(
	'the key "%s" is malformed',
	async (key) => {
		const { rater, rate, count } = await family()

		expect(await rate(rater, {}, key)).toMatchObject({
			status: 400,
			body: { code: 'invalid' },
		})
		expect(count()).toBe(0)
	},
)

test.each(['12345678', 'A'.repeat(64), '_-_-_-_-'])('the key "%s" is fine', async (key) => {
	const { rater, rate } = await family()

	expect((await rate(rater, {}, key)).status).toBe(201)
	expect((await rate(rater, {}, key)).status).toBe(200)
})

test('another member’s key is another key', async () => {
	const { app, rater, rate, count } = await family()
	const mum = await app.member('mum')
	const first = await rate(rater)

	const hers = await rate(mum, { starRating: 2 })

	expect(hers.status).toBe(201)
	expect(idIn(hers.body)).not.toBe(idIn(first.body))
	expect(count()).toBe(2)
})

test('a guest whose answer and cookie got lost repeats the key, and owns the rating again', async () => {
	const { app, rate, count } = await family()
	const [before, after] = [app.browser(), app.browser()]
	const first = await rate(before)

	const again = await rate(after)

	expect(again).toMatchObject({ status: 200, body: first.body as object })
	expect(again.cookies).toHaveLength(1)
	expect(after.cookies.get('backseat_guest')).not.toBe(before.cookies.get('backseat_guest'))
	expect((await after.get(`/api/ratings/${idIn(first.body)}`)).status).toBe(200)
	expect((await after.get('/api/ratings')).body).toHaveLength(1)
	expect(count()).toBe(1)
	const answer = await after.post('/api/users', {
		username: 'guest-1',
		password: 'backseat',
		ratingId: idIn(first.body),
	})
	expect((await after.get('/api/ratings')).body).toMatchObject([{ raterId: idIn(answer.body) }])
})

test('another guest with another rating cannot take the key over', async () => {
	const { app, rate } = await family()
	const guest = app.browser()
	const first = await rate(guest)
	const other = app.browser()

	expect(await rate(other, { starRating: 1 })).toMatchObject({ status: 409, cookies: [] })
	expect((await guest.get(`/api/ratings/${idIn(first.body)}`)).status).toBe(200)
})

test('a repeat is answered even when the limits are used up, for nothing is added', async () => {
	const app = testApp({ rateLimitScale: 1 })
	const guest = app.browser()
	const post = (key: string) => guest.post('/api/ratings', aRating({ driverId: 2 }), { 'Idempotency-Key': key })
	for (let i = 0; i < 5; i++) expect((await post(`ride-number-${i}`)).status).toBe(201)

	expect((await post('ride-number-5')).status).toBe(429)
	expect((await post('ride-number-4')).status).toBe(200)
})

test('without a key each request is a ride of its own', async () => {
	const { app, driver, rater, count } = await family()
	await app.rate(rater, driver.id)
	await app.rate(rater, driver.id)

	expect(count()).toBe(2)
})

test('a guest whose first answer was lost, and the cookie with it, cancels the rating by its key', async () => {
	const { app, driver, rate, cancel, count } = await family()
	await rate(app.browser())
	expect((await driver.get('/api/user')).body).toMatchObject({ isLatestRatingsSeen: false })

	expect(await cancel(app.browser(), 1)).toMatchObject({ status: 204, cookies: [] })

	expect(count()).toBe(0)
	expect((await driver.get('/api/user')).body).toMatchObject({ isLatestRatingsSeen: true })
	expect((await app.browser().get(`/api/drivers/${driver.id}/stats`)).body).toMatchObject({ totalRides: 0 })
	expect((await cancel(app.browser(), 1)).status).toBe(204)
})

test.each(['guest', 'member'] as const)(
	'what a %s cancels before it arrives is not saved when it does',
	async (who) => {
		const { app, driver, rate, rater, cancel, count } = await family()
		const browser = who === 'guest' ? app.browser() : rater

		expect((await cancel(browser)).status).toBe(204)

		expect(await rate(browser)).toMatchObject({ status: 410, body: { code: 'taken_back' } })
		expect(count()).toBe(0)
		expect((await driver.get('/api/user')).body).toMatchObject({ isLatestRatingsSeen: true })
		expect((await rate(browser, {}, 'another-key')).status).toBe(201)
	},
)

test('only the key of the same rater cancels: a member’s is no guest’s, nor another member’s [T39]', async () => {
	const { app, rate, rater, cancel, count } = await family()
	const other = await app.member('other')
	await rate(rater)
	await rate(app.browser(), {}, 'the-guests-key')

	expect(await cancel(app.browser(), rater.id)).toMatchObject({ status: 401 })
	expect(await cancel(other, rater.id)).toMatchObject({ status: 403, body: { code: 'not_yours' } })
	expect(await cancel(rater, 1, 'the-guests-key')).toMatchObject({ status: 403, body: { code: 'not_yours' } })
	for (const stranger of [app.browser(), other]) expect((await cancel(stranger)).status).toBe(204)
	for (const key of ['the-guests-kez', 'THE-GUESTS-KEY']) await cancel(app.browser(), 1, key)
	expect(count()).toBe(2)

	expect((await cancel(rater, rater.id)).status).toBe(204)
	expect(count()).toBe(1)
})

test('after 24 hours a rating stands, also for its key', async () => {
	const { app, rate, cancel, count } = await family()
	await rate(app.browser())
	setSystemTime(Date.now() + 24 * HOUR_MS)

	expect(await cancel(app.browser())).toMatchObject({ status: 403, body: { code: 'too_late' } })
	expect(count()).toBe(1)
})

test('what a member has kept, and a placeholder, are cancelled by no key', async () => {
	const { app, rate, rater, cancel, count } = await family()
	const guest = app.browser()
	const first = await rate(guest)
	await guest.post('/api/users', { username: 'newbie', password: 'backseat', ratingId: idIn(first.body) })
	await rate(rater, { isPlaceholder: true })

	expect((await cancel(app.browser(), 1)).status).toBe(404)
	expect((await cancel(rater)).status).toBe(404)
	expect(count()).toBe(2)
})

test('keys that no rating came with are limited like ratings, as each fills a row', async () => {
	const { app, cancel, rater } = await family(1)
	for (let i = 0; i < 20; i++) expect((await cancel(app.browser(), 1, `made-up-key-${i}`)).status).toBe(204)

	expect((await cancel(app.browser(), 1, 'one-key-too-many')).status).toBe(429)
	expect((await cancel(app.browser(), 1, 'made-up-key-7')).status).toBe(204)
	expect((await cancel(rater, rater.id, 'a-members-own-key')).status).toBe(204)
})
