import { expect, test } from 'bun:test'
import { ALL_BAD, ALL_GOOD } from '#contract/impressions.ts'
import { aRating, familyOf, idIn } from '#server/testing/test-app.ts'

async function family() {
	const { app, rater, driver } = await familyOf('rater', 'driver')
	const stats = async () => (await app.browser().get(`/api/drivers/${driver.id}/stats`)).body
	const me = async () => (await driver.get('/api/user')).body
	return { app, rater, driver, stats, me }
}

const theDefault = { starRating: 5, isPlaceholder: true }

test('an added driver is in their rater’s list and in no figure, until the first real rating takes the placeholder’s place [T17] [spec 7.18]', async () => {
	const { app, rater, driver, stats } = await family()

	const placeholder = await app.rate(rater, driver.id, theDefault)
	expect(await stats()).toMatchObject({ totalRides: 0, averageStar: 0, smoothRides: 0 })
	expect((await rater.get('/api/ratings')).body).toMatchObject([placeholder])
	expect((await rater.get('/api/home')).body).toMatchObject({ drivers: [{ id: driver.id, totalRides: 0 }] })
	for (const list of [`/api/ratings/driver/${driver.id}`, '/api/ratings/received'])
		expect((await driver.get(list)).body).toEqual([])
	expect((await driver.get(`/api/ratings/driver/${driver.id}/average`)).body).toEqual({ average: 0 })
	expect((await driver.get(`/api/ratings/${placeholder.id}`)).status).toBe(404)
	expect((await driver.post(`/api/ratings/${placeholder.id}/report`, { reason: 'other' })).status).toBe(404)
	const real = await app.rate(rater, driver.id, { starRating: 2, rideQuality: 'bumpy' })

	// An id that stayed would tell the driver that this is from the member who added them.
	expect(real.id).not.toBe(placeholder.id)
	expect((await rater.get(`/api/ratings/${placeholder.id}`)).status).toBe(404)
	expect((await rater.get('/api/ratings')).body).toMatchObject([real])
	expect(await stats()).toMatchObject({ totalRides: 1, averageStar: 2, smoothRides: 0, bumpyRides: 1 })
	expect((await app.browser().get(`/api/ratings/driver/${driver.id}`)).body).toMatchObject([
		{ id: real.id, starRating: 2 },
	])
	const second = await app.rate(rater, driver.id)
	expect(second.id).not.toBe(real.id)
	expect(await stats()).toMatchObject({ totalRides: 2 })
})

test('the real rating has its own time and the moment shows', async () => {
	const { app, rater, driver } = await family()
	const placeholder = await app.rate(rater, driver.id, theDefault)
	await Bun.sleep(3)

	const real = await app.rate(rater, driver.id)

	expect(Date.parse(real.createdAt)).toBeGreaterThan(Date.parse(placeholder.createdAt))
})

test('a placeholder raises no notice, the real rating in its place does', async () => {
	const { app, rater, driver, me } = await family()

	await app.rate(rater, driver.id, theDefault)
	expect(await me()).toMatchObject({ isLatestRatingsSeen: true, lastRatingReceivedAt: null })
	const real = await app.rate(rater, driver.id)

	const day = `${real.createdAt.slice(0, 10)}T00:00:00.000Z`
	expect(await me()).toMatchObject({ isLatestRatingsSeen: false, lastRatingReceivedAt: day })
})

test('whatever was sent along, a placeholder says what adding a driver says [T2]', async () => {
	const { rater, driver } = await family()
	const bad = { ...ALL_BAD, starRating: 1, isPlaceholder: true }
	const add = () =>
		rater.post('/api/ratings', aRating({ driverId: driver.id, ...bad }), { 'Idempotency-Key': 'added-once' })
	const theDefaultWords = { ...ALL_GOOD, starRating: 5 }

	expect(await add()).toMatchObject({ status: 201, body: theDefaultWords })
	expect(await add()).toMatchObject({ status: 200, body: theDefaultWords })
})

test('the real rating is listed where it was given, not where the placeholder was', async () => {
	const { app, rater, driver } = await family()
	await app.rate(rater, driver.id, theDefault)
	const other = await app.rate(app.browser(), driver.id)

	const real = await app.rate(rater, driver.id, { starRating: 1 })

	const { body } = await driver.get(`/api/ratings/driver/${driver.id}`)
	expect((body as { id: number }[]).map(({ id }) => id)).toEqual([real.id, other.id])
})

test('adding a driver whom one has rated adds nothing and answers the newest rating', async () => {
	const { app, rater, driver, stats } = await family()
	await app.rate(rater, driver.id, { starRating: 3 })
	const newest = await app.rate(rater, driver.id, { starRating: 1 })

	const answer = await rater.post('/api/ratings', {
		driverId: driver.id,
		...ALL_GOOD,
		...theDefault,
	})

	expect(answer).toMatchObject({ status: 200, body: newest })
	expect(await stats()).toMatchObject({ totalRides: 2, averageStar: 2 })
})

test('adding a driver twice, or twice at once, adds them once', async () => {
	const { app, rater, driver } = await family()

	const added = await Promise.all([1, 2, 3].map(() => app.rate(rater, driver.id, theDefault)))

	expect(new Set(added.map(idIn)).size).toBe(1)
	expect((await rater.get('/api/ratings')).body).toHaveLength(1)
})

test('adding a driver whom one had hidden unhides them', async () => {
	const { app, rater, driver } = await family()
	await app.rate(rater, driver.id)
	await rater.post('/api/hidden-drivers', { userId: rater.id, driverId: driver.id })

	await app.rate(rater, driver.id, theDefault)

	expect((await rater.get(`/api/hidden-drivers/${rater.id}`)).body).toEqual([])
})

test('a guest adds nobody', async () => {
	const { app, driver, stats } = await family()
	const guest = app.browser()

	await expect(app.rate(guest, driver.id, theDefault)).rejects.toThrow('You must be logged in to add a driver')
	expect(guest.cookies.size).toBe(0)
	expect(await stats()).toMatchObject({ totalRides: 0 })
})

test('another rater’s placeholder stays when another member rates', async () => {
	const { app, rater, driver } = await family()
	const placeholder = await app.rate(rater, driver.id, theDefault)
	await app.rate(await app.member('mum'), driver.id, { starRating: 1 })

	expect((await rater.get('/api/ratings')).body).toMatchObject([placeholder])
})

test('a guest rating that a member keeps takes the place of their placeholder', async () => {
	const { app, rater, driver, stats } = await family()
	await app.rate(rater, driver.id, theDefault)
	const guest = app.browser()
	const { id: ratingId } = await app.rate(guest, driver.id, { starRating: 1 })

	await guest.post('/api/login', { username: 'rater', password: rater.password, ratingId })

	expect((await rater.get('/api/ratings')).body).toMatchObject([{ id: ratingId }])
	expect(await stats()).toMatchObject({ totalRides: 1, averageStar: 1 })
})
