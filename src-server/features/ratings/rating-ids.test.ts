import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { ALL_GOOD } from '#contract/impressions.ts'
import type { OwnRating } from '#contract/ratings.ts'
import { ratings } from '#db/schema.ts'
import { exportAsCsv, exportAsJson } from '#server/operations/export/export.service.ts'
import { familyOf, idIn, type TestBrowser } from '#server/testing/test-app.ts'

async function family() {
	const { app, rater, driver } = await familyOf('rater', 'driver')
	return { app, rater, driver, guest: app.browser() }
}

function notes() {
	const said: unknown[] = []
	const hear = async (answer: ReturnType<TestBrowser['get']>) => {
		const { status, body, headers } = await answer
		expect(status).toBeLessThan(300)
		said.push(body, headers.toJSON())
		return body
	}
	return { said, hear }
}

test('a rater before and after another learns nothing from the ids [T17]', async () => {
	const { app, rater } = await family()
	const ids: number[] = []
	for (let i = 0; i < 60; i++) ids.push((await app.rate(rater, 2)).id)

	expect(new Set(ids).size).toBe(60)
	expect(ids.every((id) => Number.isSafeInteger(id) && id > 0 && id < 2 ** 50)).toBe(true)
	// Sixty in order by chance: never. All of them below a thousandth of the range: never.
	expect(ids.toSorted((a, b) => a - b)).not.toEqual(ids)
	expect(Math.max(...ids)).toBeGreaterThan(2 ** 50 / 1000)
})

test('the number by which ratings are counted inside is in no answer, header or export [T17]', async () => {
	const { app, rater, driver, guest } = await family()
	const ghost = await app.ghost(rater)
	// As after so many ratings: a number that is nowhere else by chance.
	app.db.orm.run(sql`DELETE FROM sqlite_sequence WHERE name = 'ratings'`)
	app.db.orm.run(sql`INSERT INTO sqlite_sequence (name, seq) VALUES ('ratings', 777000777000)`)
	const { said, hear } = notes()
	const ride = { ...ALL_GOOD, starRating: 5 }
	const rate = (who: TestBrowser, more: object) => hear(who.post('/api/ratings', { ...ride, ...more }))

	const placeholder = await rate(rater, { driverId: driver.id, isPlaceholder: true })
	const kept = await rate(guest, { driverId: driver.id })
	for (const driverId of [driver.id, ghost.id, 2]) await rate(rater, { driverId })
	await hear(guest.post('/api/users', { username: 'keeper', password: 'backseat', ratingId: idIn(kept) }))
	await hear(driver.post(`/api/users/${driver.id}/mark-ratings-seen`))
	await hear(driver.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken }))
	for (const path of [
		'user',
		'home',
		'users',
		'ratings',
		`users/${driver.id}`,
		`ratings/driver/${driver.id}`,
		'ready',
		`ratings/${idIn(kept)}`,
		`users/${driver.id}/data`,
		`users/${driver.id}/data?format=csv`,
	])
		await hear(driver.get(`/api/${path}`))
	for (const path of ['ratings', `users/${rater.id}/data`, `users/${rater.id}/data?format=csv`])
		await hear(rater.get(`/api/${path}`))
	said.push([...exportAsJson(app.context)], [...exportAsCsv(app.context)])

	const inside = app.db.orm.select({ id: ratings.id }).from(ratings).all()
	expect(inside.every(({ id }) => String(id).startsWith('777000777'))).toBe(true)
	const text = JSON.stringify(said)
	expect(text).toContain(String(idIn(kept)))
	expect(text).toContain(String(idIn(placeholder)))
	expect(text).not.toContain('777000777')
})

test('a list goes on from any rating in it, and from nothing else [T17]', async () => {
	const { app, rater, driver, guest } = await family()
	const other = await app.member('other')
	const [first, second] = [await app.rate(rater, driver.id), await app.rate(rater, 2)]
	const guests = await app.rate(guest, driver.id)
	const ofDriver = (before: unknown) => other.get(`/api/ratings/driver/${driver.id}?before=${before}`)
	const own = (who: TestBrowser, before: unknown) => who.get(`/api/ratings?before=${before}`)
	const idsIn = ({ body }: { body: unknown }) => (body as OwnRating[]).map(({ id }) => id)

	expect(idsIn(await ofDriver(guests.id))).toEqual([first.id])
	expect(idsIn(await own(rater, second.id))).toEqual([first.id])
	expect(idsIn(await own(guest, guests.id))).toEqual([])

	const startOver = { status: 400, body: { code: 'unknown_before' } }
	// Of another driver; nonsense; and what a rating of before this version was called.
	for (const before of [second.id, 123456, 0, -1, 'x', '', 1]) expect(await ofDriver(before)).toMatchObject(startOver)
	// Another's, though it is there: the answer is the one for what is nowhere.
	for (const [who, before] of [
		[rater, guests.id],
		[guest, first.id],
		[other, first.id],
		[app.browser(), guests.id],
	] as const)
		expect(await own(who, before)).toMatchObject(startOver)
})

test('a reader who pages from a rating that is gone has to start over', async () => {
	const { app, rater, driver } = await family()
	const first = await app.rate(rater, driver.id)
	const list = () => rater.get(`/api/ratings/driver/${driver.id}?before=${first.id}`)
	expect(await list()).toMatchObject({ status: 200, body: [] })

	await rater.delete(`/api/ratings/${first.id}`)

	expect(await list()).toMatchObject({ status: 400, body: { code: 'unknown_before' } })
})

const clockSays = (time: string) => setSystemTime(new Date(`2026-06-15T${time}Z`))
afterEach(() => setSystemTime())

test('no answer and no download tells a driver at what hour they were rated, only the day [T17]', async () => {
	clockSays('08:00:00.000')
	const { app, driver, rater } = await familyOf('driver', 'rater')
	const ghost = await app.ghost(rater)
	clockSays('13:14:15.161')
	const ratings = [
		await app.rate(rater, driver.id),
		await app.rate(app.browser(), driver.id),
		await app.rate(rater, ghost.id),
	]
	clockSays('20:21:22.232')
	await driver.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
	const { said, hear } = notes()

	await hear(driver.post('/api/login', { username: 'driver', password: driver.password }))
	await hear(driver.post(`/api/users/${driver.id}/mark-ratings-seen`))
	await hear(driver.put(`/api/users/${driver.id}`, { username: 'driver.2' }))
	for (const path of [
		'user',
		'users',
		'home',
		'ratings',
		'ghost-drivers',
		`users/${driver.id}`,
		`users/${ghost.id}`,
		`ratings/driver/${driver.id}`,
		`ratings/driver/${ghost.id}`,
		`drivers/${driver.id}/stats`,
		`users/${driver.id}/data`,
		`users/${driver.id}/data?format=csv`,
		`users/${driver.id}/sessions`,
		...ratings.map((rating) => `ratings/${idIn(rating)}`),
	])
		await hear(driver.get(`/api/${path}`))

	const text = JSON.stringify(said)
	expect(text).toContain('2026-06-15T00:00:00.000Z')
	expect(text).not.toContain('13:14:15')
	expect(text).not.toContain(String(Date.parse('2026-06-15T13:14:15.161Z')))
	expect(JSON.stringify((await rater.get('/api/ratings')).body)).toContain('13:14:15')
	expect([...exportAsJson(app.context)].join('')).toContain('13:14:15')
})
