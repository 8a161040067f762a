import { afterEach, expect, setSystemTime, test } from 'bun:test'
import type { OwnUser } from '#contract/accounts.ts'
import { ALL_BAD } from '#contract/impressions.ts'
import type { DriverRating, GivenRating } from '#contract/ratings.ts'
import { ratings } from '#db/schema.ts'
import { aRating, familyOf, type TestBrowser, testApp } from '#server/testing/test-app.ts'

afterEach(() => setSystemTime())

const HOUR_MS = 3_600_000
const OTHER = { ...ALL_BAD, starRating: 1 }

async function family() {
	const { app, rater, driver, other: stranger } = await familyOf('rater', 'driver', 'other')
	const card = async () => (await app.browser().get(`/api/drivers/${driver.id}/stats`)).body
	const ofDriver = async () => (await app.browser().get(`/api/ratings/driver/${driver.id}`)).body as DriverRating[]
	const home = async (who: TestBrowser) =>
		((await who.get('/api/home')).body as { drivers: { id: number }[] }).drivers.map(({ id }) => id)
	return { app, rater, driver, stranger, guest: app.browser(), card, ofDriver, home }
}

test('the rater of a rating says something else for a day; the card, the list and its place follow [spec 10.19]', async () => {
	const { app, rater, driver, card, ofDriver } = await family()
	const rating = await app.rate(rater, driver.id)
	const later = await app.rate(app.browser(), driver.id)

	const answer = await rater.put(`/api/ratings/${rating.id}`, OTHER)

	expect(answer).toMatchObject({ status: 200, body: { ...rating, ...OTHER } })
	expect(await card()).toMatchObject({ totalRides: 2, averageStar: 2.5, bumpyRides: 1, unsafeRides: 1, offVibes: 1 })
	expect((await ofDriver()).map(({ id, starRating }) => [id, starRating])).toEqual([
		[later.id, 4],
		[rating.id, 1],
	])
	expect((await rater.get('/api/ratings')).body).toMatchObject([{ id: rating.id, ...OTHER }])
})

test('a rating that is taken back counts nowhere, and its driver leaves the rater’s home list [spec 10.19]', async () => {
	const { app, rater, driver, card, ofDriver, home } = await family()
	const rating = await app.rate(rater, driver.id)
	expect(await home(rater)).toEqual([driver.id])

	const answer = await rater.delete(`/api/ratings/${rating.id}`)

	expect(answer).toMatchObject({ status: 204, body: undefined })
	expect(await card()).toMatchObject({ totalRides: 0, averageStar: 0 })
	expect(await ofDriver()).toEqual([])
	expect(await home(rater)).toEqual([])
	expect((await rater.get('/api/ratings')).body).toEqual([])
	expect((await rater.get(`/api/ratings/${rating.id}`)).status).toBe(404)
	expect((await rater.delete(`/api/ratings/${rating.id}`)).status).toBe(404)
	expect(app.rows(ratings)).toEqual([])
})

test('a guest changes and takes back by the cookie that came with the rating [spec 10.19]', async () => {
	const { app, guest, driver, card } = await family()
	const rating = await app.rate(guest, driver.id)

	expect((await guest.put(`/api/ratings/${rating.id}`, OTHER)).status).toBe(200)
	expect(await card()).toMatchObject({ averageStar: 1 })
	expect((await guest.delete(`/api/ratings/${rating.id}`)).status).toBe(204)
	expect(await card()).toMatchObject({ totalRides: 0 })
	expect((await guest.delete(`/api/ratings/${rating.id}`)).status).toBe(404)
})

test('to everybody but the rater a rating is not there to be changed; who is nobody is asked to log in [T1] [spec 10.19]', async () => {
	const { app, rater, driver, stranger, guest, ofDriver } = await family()
	const rating = await app.rate(rater, driver.id)
	const ofGuest = await app.rate(guest, driver.id)
	const otherGuest = app.browser()
	await app.rate(otherGuest, 2)
	const before = await ofDriver()
	const address = (id: number) => `/api/ratings/${id}`
	const refused: [TestBrowser, number, number][] = [
		[driver, rating.id, 404],
		[stranger, rating.id, 404],
		[rater, ofGuest.id, 404],
		[guest, rating.id, 404],
		[otherGuest, ofGuest.id, 404],
		[app.browser(), rating.id, 401],
		[app.browser(), 123456, 401],
	]

	for (const [who, id, status] of refused) {
		expect((await who.put(address(id), OTHER)).status).toBe(status)
		expect((await who.delete(address(id))).status).toBe(status)
		const body = status === 404 ? { code: 'not_found', message: 'Rating not found' } : { code: 'not_signed_in' }
		expect((await who.delete(address(id))).body).toMatchObject(body)
	}

	expect(await ofDriver()).toEqual(before)
})

test('a guest’s rating that went to a member is the member’s to change, no longer the browser’s', async () => {
	const { app, guest, driver } = await family()
	const rating = await app.rate(guest, driver.id)
	const alone = app.browser()
	alone.cookies.set('backseat_guest', guest.cookies.get('backseat_guest') ?? '')
	await guest.post('/api/users', { username: 'newbie', password: 'backseat', ratingId: rating.id })

	expect((await alone.put(`/api/ratings/${rating.id}`, OTHER)).status).toBe(404)
	expect((await guest.put(`/api/ratings/${rating.id}`, OTHER)).status).toBe(200)
})

test('after 24 hours a rating stands; until then the claim of a ghost changes nothing [spec 10.19]', async () => {
	const { app, rater, driver } = await family()
	const ghost = await app.ghost(rater)
	const rating = await app.rate(rater, ghost.id)
	await driver.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
	const came = Date.parse(rating.createdAt)

	setSystemTime(came + 24 * HOUR_MS - 1)
	expect((await rater.put(`/api/ratings/${rating.id}`, OTHER)).body).toMatchObject({ driverId: driver.id })
	setSystemTime(came + 24 * HOUR_MS)
	for (const answer of [
		await rater.put(`/api/ratings/${rating.id}`, aRating({ driverId: driver.id })),
		await rater.delete(`/api/ratings/${rating.id}`),
	])
		expect(answer).toMatchObject({ status: 403, body: { code: 'too_late' } })

	expect((await rater.get('/api/ratings')).body).toMatchObject([{ id: rating.id, starRating: 1 }])
	expect((await driver.delete(`/api/ratings/${rating.id}`)).status).toBe(404)
})

test('a placeholder is neither changed nor taken back, and does not come back for the rating that replaced it', async () => {
	const { app, rater, driver, card } = await family()
	const { id } = await app.rate(rater, driver.id, { isPlaceholder: true })
	expect((await rater.put(`/api/ratings/${id}`, OTHER)).status).toBe(404)
	expect((await rater.delete(`/api/ratings/${id}`)).status).toBe(404)
	const real = await app.rate(rater, driver.id)

	await rater.delete(`/api/ratings/${real.id}`)

	expect(await card()).toMatchObject({ totalRides: 0 })
})

test.each(['abc', '0', '-1', '1.5', '99999999999999999'])('%s is no id of a rating to change', async (id) => {
	const { rater } = await family()

	expect((await rater.put(`/api/ratings/${id}`, OTHER)).status).toBe(400)
	expect((await rater.delete(`/api/ratings/${id}`)).status).toBe(400)
})

test.each<[string, object, string]>([
	['no stars', { starRating: undefined }, 'Please provide a star rating'],
	['six stars', { starRating: 6 }, ''],
	['half a star', { starRating: 2.5 }, ''],
	['no word about the ride', { rideQuality: undefined }, ''],
	['a made-up feeling', { safetyFeeling: 'sleepy' }, ''],
])('a change to %s is refused and changes nothing', async (_what, special, message) => {
	const { app, rater, driver, card } = await family()
	const rating = await app.rate(rater, driver.id)

	const answer = await rater.put(`/api/ratings/${rating.id}`, { ...OTHER, ...special })

	expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } })
	expect(await card()).toMatchObject({ totalRides: 1, averageStar: 4 })
})

test('of whom, by whom and when it is cannot be changed', async () => {
	const { app, rater, driver, stranger } = await family()
	const rating = await app.rate(rater, driver.id)
	const more = { driverId: 2, raterId: stranger.id, id: 7, createdAt: '2020-01-01T00:00:00.000Z', isPlaceholder: true }

	expect((await rater.put(`/api/ratings/${rating.id}`, { ...OTHER, ...more })).body).toEqual({ ...rating, ...OTHER })
})

test('a changed rating shows its driver and strangers what a rating always shows, and no more [T17]', async () => {
	const { app, rater, driver, ofDriver } = await family()
	const rating = await app.rate(rater, driver.id)
	const told = (await driver.get('/api/user')).body as OwnUser

	await rater.put(`/api/ratings/${rating.id}`, OTHER)

	expect(await ofDriver()).toEqual([
		{
			id: rating.id,
			...(OTHER as Omit<DriverRating, 'id' | 'createdAt'>),
			createdAt: rating.createdAt.slice(0, 10),
			reply: null,
		},
	])
	expect((await driver.get('/api/user')).body).toEqual(told)
})

test('a list of one’s own says of whom each rating is, a claimed ghost under the claimer’s name', async () => {
	const { app, rater, driver, guest } = await family()
	const ghost = await app.ghost(rater, 'Uncle Bob')
	await app.rate(rater, ghost.id)
	await app.rate(guest, ghost.id)
	const drivers = async (who: TestBrowser) =>
		((await who.get('/api/ratings')).body as GivenRating[]).map(({ driver }) => driver)
	const bob = { id: ghost.id, username: ghost.username, display_name: 'Uncle Bob', avatarId: expect.any(Number) }
	expect([await drivers(rater), await drivers(guest)]).toEqual([[bob], [bob]])

	await driver.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })

	const claimer = { id: driver.id, username: 'driver', display_name: null, avatarId: expect.any(Number) }
	expect([await drivers(rater), await drivers(guest)]).toEqual([[claimer], [claimer]])
})

test('placeholders are in that list unless it is asked for without', async () => {
	const { app, rater, driver } = await family()
	const said = await app.rate(rater, driver.id)
	await app.rate(rater, 2, { isPlaceholder: true })
	const count = async (query: string) => ((await rater.get(`/api/ratings${query}`)).body as unknown[]).length

	expect([await count(''), await count('?placeholders=with'), await count('?placeholders=without')]).toEqual([2, 2, 1])
	expect((await rater.get('/api/ratings?placeholders=without')).body).toMatchObject([{ id: said.id }])
	expect((await rater.get('/api/ratings?placeholders=some')).status).toBe(400)
})

test('guests of one address change thirty times a minute, whichever rating it is', async () => {
	const app = testApp({ rateLimitScale: 1 })
	const guest = app.browser()
	const { id } = await app.rate(guest, 2)
	for (let i = 0; i < 30; i++) expect((await guest.put(`/api/ratings/${id}`, OTHER)).status).toBe(200)

	expect((await guest.delete(`/api/ratings/${id}`)).status).toBe(429)
	app.wait(2)
	expect((await guest.delete(`/api/ratings/${id}`)).status).toBe(204)
})
