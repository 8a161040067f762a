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
	const count = () => app.db.orm.select().from(ratings).all().length
	return { app, driver, rate, cancel, count, rater: await app.member('rater') }
}

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
