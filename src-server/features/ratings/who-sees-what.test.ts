import { expect, test } from 'bun:test'
import { desc } from 'drizzle-orm'
import { ALL_GOOD, IMPRESSION_KEYS } from '#contract/impressions.ts'
import type { DriverRating, OwnRating } from '#contract/ratings.ts'
import { ratings } from '#db/schema.ts'
import { familyOf, testApp } from '#server/testing/test-app.ts'

async function family() {
	const { app, rater, driver, other: stranger } = await familyOf('rater', 'driver', 'other')
	return { app, rater, driver, stranger, guest: app.browser(), visitor: app.browser() }
}

test('everybody reads what a driver got, nobody reads from whom or at what time [T17]', async () => {
	const { app, rater, driver, guest, visitor } = await family()
	const one = await app.rate(rater, driver.id, { starRating: 1, rideQuality: 'bumpy', vibeQuality: 'off' })
	const two = await app.rate(guest, driver.id, { starRating: 5, safetyFeeling: 'unsafe' })

	for (const who of [visitor, driver, rater, guest]) {
		const { status, body } = await who.get(`/api/ratings/driver/${driver.id}`)
		const day = one.createdAt.slice(0, 10)
		const common = { createdAt: day, reply: null }
		expect(status).toBe(200)
		expect(body).toEqual([
			{ ...common, id: two.id, starRating: 5, ...ALL_GOOD, safetyFeeling: 'unsafe' },
			{ ...common, id: one.id, starRating: 1, ...ALL_GOOD, rideQuality: 'bumpy', vibeQuality: 'off' },
		])
	}
})

test('a driver’s ratings come newest first, as many as asked for, page by page, never more than 500 [spec 7.20]', async () => {
	const { app, driver, visitor } = await family()
	for (let i = 0; i < 510; i++)
		app.db.orm.run(
			`INSERT INTO ratings (driver_id, rater_id, ride_quality, safety_feeling, vibe_quality, star_rating, created_at)
			VALUES (${driver.id}, 1, 'smooth', 'safe', 'good', ${(i % 5) + 1}, ${1000 - i})`,
		)
	const ids = async (query: string) => {
		const { body } = await visitor.get(`/api/ratings/driver/${driver.id}${query}`)
		return (body as DriverRating[]).map(({ id }) => id)
	}
	const newestFirst = app.db.orm.select({ id: ratings.wireId }).from(ratings).orderBy(desc(ratings.id)).all()
	const all = newestFirst.map(({ id }) => id)

	expect(await ids('?limit=3')).toEqual(all.slice(0, 3))
	expect(await ids(`?limit=3&before=${all[2]}`)).toEqual(all.slice(3, 6))
	expect(await ids(`?before=${all.at(-1)}`)).toEqual([])
	expect(await ids('')).toHaveLength(100)
	expect(await ids('?limit=9999')).toEqual(all.slice(0, 500))
	for (const nonsense of ['?limit=0', '?limit=-5', '?limit=x'])
		expect([nonsense, (await ids(nonsense)).length]).toEqual([nonsense, 100])
})

test.each(['1', '123456', '0', 'abc', '1.5', '-2', '9007199254740993'])(
	'there is no driver %s to read about',
	async (id) => {
		const visitor = testApp().browser()

		for (const path of [`/api/ratings/driver/${id}`, `/api/ratings/driver/${id}/average`, `/api/drivers/${id}/stats`])
			expect(await visitor.get(path)).toMatchObject({ status: 404, body: { message: 'Driver not found' } })
	},
)

test('one rating is there for its rater and its driver, and for nobody else [T17] [spec 7.19]', async () => {
	const { app, rater, driver, stranger, guest, visitor } = await family()
	const { id } = await app.rate(rater, driver.id, { starRating: 3 })
	await app.rate(guest, driver.id)

	for (const insider of [rater, driver])
		expect(await insider.get(`/api/ratings/${id}`)).toMatchObject({
			status: 200,
			body: { id, ...ALL_GOOD, starRating: 3 },
		})
	expect(Object.keys((await driver.get(`/api/ratings/${id}`)).body as object).sort()).toEqual(
		['id', ...IMPRESSION_KEYS, 'starRating'].sort(),
	)
	const missing = await visitor.get('/api/ratings/987654')
	for (const outsider of [stranger, guest, visitor]) {
		const answer = await outsider.get(`/api/ratings/${id}`)
		expect(answer.status).toBe(404)
		expect({ ...(answer.body as object), requestId: '' }).toEqual({ ...(missing.body as object), requestId: '' })
	}
})

test('a guest’s rating is there for the browser that gave it and for the driver', async () => {
	const { app, driver, stranger, guest, visitor, rater } = await family()
	const { id } = await app.rate(guest, driver.id)
	await app.rate(visitor, driver.id)

	expect((await guest.get(`/api/ratings/${id}`)).status).toBe(200)
	expect((await driver.get(`/api/ratings/${id}`)).status).toBe(200)
	for (const outsider of [stranger, visitor, rater, app.browser()])
		expect((await outsider.get(`/api/ratings/${id}`)).status).toBe(404)
})

test.each(['abc', '0', '1.5', '-1', '1e0', '%00', '99999999999999999'])('there is no rating %s', async (id) => {
	const { rater } = await family()

	expect(await rater.get(`/api/ratings/${id}`)).toMatchObject({ status: 404, body: { message: 'Rating not found' } })
})

test('everybody lists their own ratings only, newest first; a visitor has none [spec 7.17]', async () => {
	const { app, rater, driver, stranger, guest, visitor } = await family()
	const first = await app.rate(rater, driver.id)
	const theirs = await app.rate(guest, driver.id)
	const second = await app.rate(rater, 2)

	expect((await rater.get('/api/ratings')).body).toMatchObject([second, first])
	expect((await rater.get('/api/ratings?limit=1')).body).toMatchObject([second])
	expect((await rater.get(`/api/ratings?before=${second.id}`)).body).toMatchObject([first])
	expect((await guest.get('/api/ratings')).body).toMatchObject([theirs])
	for (const who of [driver, stranger, visitor])
		expect(await who.get('/api/ratings')).toMatchObject({ status: 200, body: [] })
})

test('a member with a guest’s cookie lists the member’s ratings, not the other guest’s', async () => {
	const { app, guest } = await family()
	await app.rate(guest, 2)

	const mum = await app.member('mum')
	mum.cookies.set('backseat_guest', guest.cookies.get('backseat_guest') ?? '')

	expect((await mum.get('/api/ratings')).body as OwnRating[]).toEqual([])
})
