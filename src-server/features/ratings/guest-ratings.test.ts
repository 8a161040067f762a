import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { ALL_GOOD } from '#contract/impressions.ts'
import type { OwnRating } from '#contract/ratings.ts'
import { ratings } from '#db/schema.ts'
import { familyOf, idIn, type TestBrowser, testApp } from '#server/testing/test-app.ts'

afterEach(() => {
	setSystemTime()
})

const DAY_MS = 86_400_000
const own = async (browser: TestBrowser) => (await browser.get('/api/ratings')).body as OwnRating[]

/** A guest who rated a driver, and the three ways to come back as a member. */
async function guestRated() {
	const { app, driver, dad } = await familyOf('driver', 'dad')
	const guest = app.browser()
	const rating = await app.rate(guest, driver.id, { starRating: 2 })
	const logIn = (on: TestBrowser, ratingId: unknown = rating.id) =>
		on.post('/api/login', { username: 'dad', password: dad.password, ratingId })
	const raterOf = () => app.db.orm.select().from(ratings).get()?.raterId
	return { app, driver, dad, guest, rating, logIn, raterOf }
}

test('a guest rates as number 1 and gets a cookie for 30 days that scripts cannot read [spec 9.2]', async () => {
	const app = testApp()
	const guest = app.browser()

	const answer = await guest.post('/api/ratings', {
		driverId: 2,
		raterId: 1,
		...ALL_GOOD,
		starRating: 5,
	})

	expect(answer).toMatchObject({ status: 201, body: { raterId: 1, rater_id: 1 } })
	expect(answer.cookies).toEqual([
		expect.stringMatching(/^backseat_guest=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
	])
	const row = app.db.orm.select().from(ratings).get()
	expect(row?.guestKey).toMatch(/^[0-9a-f]{64}$/)
	expect(row?.guestKey).not.toBe(guest.cookies.get('backseat_guest') ?? '')
})

test('a mere visitor gets no cookie, nor does a guest whose rating was refused', async () => {
	const app = testApp()
	const visitor = app.browser()

	for (const path of ['/', '/api/home', '/api/users', '/api/users/2', '/api/ratings', '/api/ratings/driver/2'])
		expect([path, (await visitor.get(path)).cookies]).toEqual([path, []])
	expect((await visitor.post('/api/ratings', { driverId: 2, starRating: 0 })).cookies).toEqual([])
})

test('a guest who logs in keeps the rating they came with [spec 7.2]', async () => {
	const { dad, guest, rating, logIn } = await guestRated()

	expect((await logIn(guest)).status).toBe(200)

	expect(await own(guest)).toMatchObject([{ id: rating.id, raterId: dad.id, starRating: 2 }])
})

test.each(['/api/users', '/api/register'])('a guest who signs up at %s keeps it too', async (path) => {
	const { guest, rating } = await guestRated()

	const { status, body } = await guest.post(path, { username: 'kid', password: 'backseat', ratingId: rating.id })

	expect(status).toBe(201)
	expect(await own(guest)).toMatchObject([{ id: rating.id, raterId: idIn(body) }])
})

test('only the rating that was named is kept: on a shared phone the others may be another person’s [T16]', async () => {
	const { app, driver, guest, rating, logIn } = await guestRated()
	await app.rate(guest, driver.id, { starRating: 5 })

	await logIn(guest)

	expect(await own(guest)).toMatchObject([{ id: rating.id }])
})

test('a login without a rating keeps none', async () => {
	const { dad, guest, raterOf } = await guestRated()

	await guest.post('/api/login', { username: 'dad', password: dad.password })

	expect(raterOf()).toBe(1)
})

test('another browser logs in all the same, but gets nobody’s rating, and is not told [T16]', async () => {
	const { app, driver, rating, logIn, raterOf } = await guestRated()
	const other = app.browser()
	await app.rate(other, driver.id)

	const [withCookie, without, plain] = [await logIn(other), await logIn(app.browser()), await logIn(app.browser(), 999)]

	expect([withCookie.status, without.status, plain.status]).toEqual([200, 200, 200])
	expect(withCookie.body).toEqual(plain.body)
	expect(rating.raterId).toBe(1)
	expect(raterOf()).toBe(1)
})

test.each(['1', 1.5, -1, null, { id: 1 }, [[1]], true, 2 ** 53])(
	'the nonsense rating id %p does not stand in the way of a login',
	async (ratingId) => {
		const { guest, logIn, raterOf } = await guestRated()

		expect((await logIn(guest, ratingId)).status).toBe(200)
		expect(raterOf()).toBe(1)
	},
)

test('a failed login keeps nothing', async () => {
	const { guest, rating, raterOf } = await guestRated()

	await guest.post('/api/login', { username: 'dad', password: 'wrong-guess', ratingId: rating.id })

	expect(raterOf()).toBe(1)
})

test('a rating older than 30 days is kept by nobody [T16]', async () => {
	const { app, guest, logIn, raterOf } = await guestRated()
	const aged = (days: number) =>
		app.db.write(() =>
			app.db.orm
				.update(ratings)
				.set({ createdAt: new Date(Date.now() - days * DAY_MS) })
				.run(),
		)

	aged(30.01)
	await logIn(guest)
	expect(raterOf()).toBe(1)
	aged(29.99)
	await logIn(guest)

	expect(raterOf()).not.toBe(1)
})

test('nobody keeps a rating of themself', async () => {
	const { driver, guest, rating, raterOf } = await guestRated()

	const answer = await guest.post('/api/login', {
		username: 'driver',
		password: driver.password,
		ratingId: rating.id,
	})

	expect(answer.status).toBe(200)
	expect(raterOf()).toBe(1)
})

test('a rating that a member has kept already is not kept a second time', async () => {
	const { app, dad, guest, rating, logIn, raterOf } = await guestRated()
	await logIn(guest)

	const mum = await app.member('mum', guest)
	await guest.post('/api/login', { username: 'mum', password: mum.password, ratingId: rating.id })

	expect(raterOf()).toBe(dad.id)
})

test('keeping a rating changes nothing for its driver: the statistics stay, no second notice', async () => {
	const { app, driver, guest, logIn } = await guestRated()
	await driver.post(`/api/users/${driver.id}/mark-ratings-seen`)
	const stats = async () => (await app.browser().get(`/api/drivers/${driver.id}/stats`)).body
	const before = await stats()

	await logIn(guest)

	expect(await stats()).toEqual(before)
	expect((await driver.get('/api/user')).body).toMatchObject({ isLatestRatingsSeen: true })
})

test('the page tells a guest’s browser whether there is something of theirs, and nobody else’s', async () => {
	const app = testApp()
	const [guest, visitor] = [app.browser(), app.browser()]
	const pageFor = async (who: TestBrowser) => /data-guest="(\w+)"/.exec(String((await who.get('/home')).body))?.[1]
	expect([await pageFor(guest), await pageFor(visitor)]).toEqual(['none', 'none'])

	const { id } = await app.rate(guest, 2)
	expect([await pageFor(guest), await pageFor(visitor)]).toEqual(['rated', 'none'])

	await guest.delete(`/api/ratings/${id}`)
	expect(await pageFor(guest)).toBe('none')
})
