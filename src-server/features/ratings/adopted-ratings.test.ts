import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { ALL_BAD } from '#contract/impressions.ts'
import type { GivenRating, OwnRating } from '#contract/ratings.ts'
import { ratings, ratingsTakenAlong } from '#db/schema.ts'
import { aRating, familyOf, idIn, type TestBrowser } from '#server/testing/test-app.ts'
import { tokenHash } from '#server/tokens.ts'

afterEach(() => setSystemTime())

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START = Date.UTC(2026, 5, 1, 12)
const at = (ms: number) => setSystemTime(new Date(START + ms))

const own = async (browser: TestBrowser) => (await browser.get('/api/ratings')).body as GivenRating[]
const idsOf = async (browser: TestBrowser) => (await own(browser)).map(idIn)

/** A guest who rated two drivers, and dad, who turns out to be that guest. */
async function guestRated() {
	at(0)
	const { app, mum, kid, dad } = await familyOf('mum', 'kid', 'dad')
	const guest = app.browser()
	const first = await app.rate(guest, mum.id, { starRating: 2 })
	const second = await app.rate(guest, kid.id)
	const logIn = (on: TestBrowser, who = dad) =>
		on.post('/api/login', { username: who === dad ? 'dad' : 'mum', password: who.password })
	const notMine = (who: TestBrowser, { id }: { id: number }) => who.post(`/api/ratings/${id}/not-mine`)
	return { app, mum, kid, dad, guest, first, second, logIn, notMine }
}

test('a guest who logs in takes along all that this browser rated, and reads what came [spec 7.2] [spec 12.4]', async () => {
	const { dad, guest, first, second, logIn } = await guestRated()

	expect(await logIn(guest)).toMatchObject({ status: 200, body: { id: dad.id, cameAlong: 2 } })

	expect(await own(guest)).toMatchObject([
		{ id: second.id, raterId: dad.id, cameAlong: true, createdAt: second.createdAt },
		{ id: first.id, raterId: dad.id, cameAlong: true, starRating: 2 },
	])
	at(DAY_MS)
	expect((await own(guest)).map(({ cameAlong }) => cameAlong)).toEqual([undefined, undefined])
})

test.each([
	['/api/users', { username: 'aunt', password: 'backseat' }],
	['/api/register', { username: 'aunt', password: 'backseat' }],
])('so does a guest who signs up at %s [spec 12.4]', async (path, form) => {
	const { guest, first, second } = await guestRated()

	const { status, body } = await guest.post(path, form)

	expect({ status, body }).toMatchObject({ status: 201, body: { cameAlong: 2 } })
	expect(await own(guest)).toMatchObject([{ id: second.id, raterId: idIn(body) }, { id: first.id }])
})

test('so does a guest who claims a ghost; what they said of the ghost, themself, is left and counts on [spec 12.4]', async () => {
	const { app, mum, guest, first, second } = await guestRated()
	const ghost = await app.ghost(mum)
	const ofThemself = await app.rate(guest, ghost.id, { starRating: 5 })

	const { status, body } = await guest.post('/api/ghost-drivers/claim', {
		token: ghost.ghostClaimToken,
		username: 'elke',
		password: 'backseat',
	})

	expect({ status, body }).toMatchObject({ status: 201, body: { transferredRatings: 1, cameAlong: 2 } })
	expect(await idsOf(guest)).toEqual([ofThemself.id])
	await guest.post('/api/login', { username: 'elke', password: 'backseat' })
	expect(await idsOf(guest)).toEqual([second.id, first.id])
})

test('so does a guest who sets a new password by a link [spec 12.4]', async () => {
	const { app, dad, guest, first, second } = await guestRated()
	const token = 'r'.repeat(32)
	app.context.queries.passwordResets.putReset({
		userId: dad.id,
		tokenHash: tokenHash(token),
		createdAt: new Date(),
		expiresAt: new Date(Date.now() + HOUR_MS),
		madeBy: null,
		madeById: null,
	})

	const answer = await guest.post('/api/password-resets', { token, password: 'a new one' })

	expect(answer).toMatchObject({ status: 200, body: { id: dad.id, cameAlong: 2 } })
	expect(await idsOf(guest)).toEqual([second.id, first.id])
})

test('another browser logs in all the same, but takes nothing of it along [T16] [T43]', async () => {
	const { app, kid, guest, first, second, logIn } = await guestRated()
	const other = app.browser()
	const others = await app.rate(other, kid.id)

	expect(await logIn(app.browser())).toMatchObject({ status: 200, body: { cameAlong: 0 } })
	expect(await logIn(other)).toMatchObject({ status: 200, body: { cameAlong: 1 } })

	expect(await idsOf(other)).toEqual([others.id])
	expect(await idsOf(guest)).toEqual([second.id, first.id])
})

test('a failed login takes nothing along', async () => {
	const { guest, first, second } = await guestRated()

	await guest.post('/api/login', { username: 'dad', password: 'wrong-guess' })

	expect(await own(guest)).toMatchObject([
		{ id: second.id, raterId: 1 },
		{ id: first.id, raterId: 1 },
	])
})

test.each(['1', 1.5, -1, null, { id: 1 }, true, 2 ** 53])(
	'the nonsense rating id %p does not stand in the way of a login',
	async (ratingId) => {
		const { dad, guest } = await guestRated()

		const answer = await guest.post('/api/login', { username: 'dad', password: dad.password, ratingId })

		expect(answer).toMatchObject({ status: 200, body: { cameAlong: 2 } })
	},
)

test('what is older than 30 days stays what a guest said [T16] [spec 12.4]', async () => {
	const { app, mum, guest, second, logIn } = await guestRated()
	at(29 * DAY_MS)
	const young = await app.rate(guest, mum.id)
	at(30 * DAY_MS + 1)
	app.db.orm.run(sql`UPDATE ratings SET created_at = created_at + 1000 WHERE wire_id = ${second.id}`)

	expect(await logIn(guest)).toMatchObject({ body: { cameAlong: 2 } })

	expect(await idsOf(guest)).toEqual([young.id, second.id])
})

test('one’s own driving does not come along, and is not deleted [spec 12.4]', async () => {
	const { app, mum, guest, second, logIn } = await guestRated()

	expect(await logIn(guest, mum)).toMatchObject({ body: { cameAlong: 1 } })

	expect(await idsOf(guest)).toEqual([second.id])
	expect((await app.browser().get(`/api/drivers/${mum.id}/stats`)).body).toMatchObject({ totalRides: 1 })
})

test('what came along to one account does not come along to another', async () => {
	const { dad, mum, guest, first, second, logIn } = await guestRated()
	await logIn(guest)

	expect(await logIn(guest, mum)).toMatchObject({ body: { cameAlong: 0 } })
	await logIn(guest, dad)

	expect(await idsOf(guest)).toEqual([second.id, first.id])
})

test('the driver notices nothing: figures, lists and notices stay as they are [T17]', async () => {
	const { app, mum, guest, first, logIn, notMine } = await guestRated()
	await mum.post(`/api/users/${mum.id}/mark-ratings-seen`)
	const seen = async () => [
		(await mum.get('/api/user')).body,
		(await mum.get('/api/ratings/received')).body,
		(await app.browser().get(`/api/ratings/driver/${mum.id}`)).body,
		(await app.browser().get(`/api/drivers/${mum.id}/stats`)).body,
		(await mum.get('/api/home')).body,
	]
	const before = await seen()

	await logIn(guest)
	expect(await seen()).toEqual(before)
	await notMine(guest, first)

	expect(await seen()).toEqual(before)
})

test('each can be given back within 24 hours: it is the guest’s again, and not taken by that account again [T43] [spec 12.5]', async () => {
	const { app, mum, guest, first, second, logIn, notMine } = await guestRated()
	await logIn(guest)
	at(DAY_MS - 1)

	expect((await notMine(guest, first)).status).toBe(204)

	expect(await idsOf(guest)).toEqual([second.id])
	expect((await notMine(guest, first)).status).toBe(404)
	await guest.post('/api/logout')
	expect(await own(guest)).toMatchObject([{ id: first.id, raterId: 1 }])
	expect((await guest.get('/api/home')).body).toMatchObject({ rated: [{ id: mum.id }] })
	await logIn(guest)
	expect(await idsOf(guest)).toEqual([second.id])
	const { body } = await guest.post('/api/users', { username: 'aunt', password: 'backseat' })
	expect(body).toMatchObject({ cameAlong: 1 })
	expect(await idsOf(guest)).toEqual([first.id])
	expect((await app.browser().get(`/api/drivers/${mum.id}/stats`)).body).toMatchObject({ totalRides: 1 })
})

test('it is given back by nobody else, not later, and not if it never came along [T43] [spec 12.5]', async () => {
	const { app, mum, kid, guest, first, second, logIn, notMine } = await guestRated()
	expect((await notMine(guest, first)).status).toBe(401)
	expect((await notMine(mum, first)).status).toBe(404)
	await logIn(guest)
	const mine = await app.rate(guest, kid.id)

	expect((await notMine(app.browser(), first)).status).toBe(401)
	for (const [who, what] of [
		[mum, first],
		[guest, mine],
		[guest, { id: 999 }],
	] as const)
		expect(await notMine(who, what)).toMatchObject({ status: 404, body: { message: 'Rating not found' } })
	at(DAY_MS)
	expect((await notMine(guest, first)).status).toBe(404)
	expect(await idsOf(guest)).toEqual([mine.id, second.id, first.id])
})

test('it goes back to the cookie that this browser has by then', async () => {
	const { app, dad, kid, guest, first, logIn, notMine } = await guestRated()
	await logIn(guest)
	await guest.post('/api/logout')
	const later = await app.rate(guest, kid.id)

	await notMine(dad, first)

	expect(await idsOf(guest)).toEqual([later.id, first.id])
})

test('a placeholder gives way to what came along, and is back once all of it is given back [spec 12.4] [spec 12.17]', async () => {
	const { app, mum, dad, guest, first, logIn, notMine } = await guestRated()
	const again = await app.rate(guest, mum.id)
	await app.rate(dad, mum.id, { isPlaceholder: true })
	const listed = async () =>
		((await dad.get('/api/home')).body as { drivers: { id: number }[] }).drivers.some(({ id }) => id === mum.id)

	await logIn(guest)
	expect((await own(dad)).filter(({ driverId }) => driverId === mum.id).map(idIn)).toEqual([again.id, first.id])
	await notMine(guest, first)
	expect((await own(dad)).filter(({ driverId }) => driverId === mum.id).map(idIn)).toEqual([again.id])
	await notMine(guest, again)

	expect(await listed()).toBe(true)
	expect((await dad.get('/api/ratings?placeholders=without')).body).toHaveLength(1)
})

test('a late repeat of a request answers the same rating: the guest’s, the member’s, and once it is given back [B3] [spec 12.4]', async () => {
	const { app, kid, guest, logIn, notMine } = await guestRated()
	const key = { 'Idempotency-Key': 'said-in-a-tunnel' }
	const send = (who: TestBrowser) => who.post('/api/ratings', aRating({ driverId: kid.id }), key)
	const { body } = await send(guest)
	const rides = async () => (await app.browser().get(`/api/drivers/${kid.id}/stats`)).body
	const before = await rides()
	const visitor = app.browser()

	await logIn(guest)
	for (const who of [guest, visitor]) expect(await send(who)).toMatchObject({ status: 200, body: { id: idIn(body) } })
	await notMine(guest, body as OwnRating)
	for (const who of [guest, visitor]) expect(await send(who)).toMatchObject({ status: 200, body: { id: idIn(body) } })

	expect(await rides()).toEqual(before)
})

test('a key that the member has used for another rating stays theirs', async () => {
	const { dad, mum, kid, guest, logIn } = await guestRated()
	const key = { 'Idempotency-Key': 'the-same-key' }
	const own = await dad.post('/api/ratings', aRating({ driverId: mum.id }), key)
	const guests = await guest.post('/api/ratings', aRating({ driverId: kid.id }), key)

	expect(await logIn(guest)).toMatchObject({ status: 200, body: { cameAlong: 3 } })

	expect(await dad.post('/api/ratings', aRating({ driverId: mum.id }), key)).toMatchObject({
		status: 200,
		body: { id: idIn(own.body) },
	})
	expect(idIn(guests.body)).not.toBe(idIn(own.body))
})

test('it is changed for 24 hours from its first arrival, not from coming along [spec 12.4]', async () => {
	const { guest, first, logIn } = await guestRated()
	at(23 * HOUR_MS)
	await logIn(guest)
	const change = () => guest.put(`/api/ratings/${first.id}`, { ...ALL_BAD, starRating: 1 })

	expect((await change()).status).toBe(200)
	at(DAY_MS)

	expect(await change()).toMatchObject({ status: 403, body: { code: 'too_late' } })
})

test('two tabs that log in at once, and one whose answer was lost, say the same; all came along once [spec 12.4]', async () => {
	const { guest, first, second, logIn } = await guestRated()

	const answers = await Promise.all([logIn(guest), logIn(guest)])
	at(HOUR_MS)
	answers.push(await logIn(guest))

	for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { cameAlong: 2 } })
	expect(await idsOf(guest)).toEqual([second.id, first.id])
})

test.each(['/api/login', '/api/users'])(
	'where no session can be opened at %s, nothing comes along, and no cookie is set [spec 12.4]',
	async (path) => {
		const { app, dad, guest, first, second } = await guestRated()
		app.db.orm.run(sql`CREATE TABLE planted (id INTEGER REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED)`)
		app.db.orm.run(sql`CREATE TRIGGER no_sessions AFTER INSERT ON sessions BEGIN INSERT INTO planted VALUES (999); END`)

		const username = path === '/api/login' ? 'dad' : 'aunt'
		const answer = await guest.post(path, { username, password: dad.password })

		expect(answer).toMatchObject({ status: 500, cookies: [] })
		expect(app.rows(ratingsTakenAlong)).toEqual([])
		expect(await own(guest)).toMatchObject([
			{ id: second.id, raterId: 1 },
			{ id: first.id, raterId: 1 },
		])
		expect(app.db.orm.all(sql`SELECT 1 FROM users WHERE username = 'aunt'`)).toEqual([])
	},
)

test('of a member who leaves with their ratings staying, nothing leads back to the guest', async () => {
	const { app, dad, guest, logIn } = await guestRated()
	await logIn(guest)

	await dad.delete(`/api/users/${dad.id}`, { password: dad.password, ratings: 'stay' })

	expect(app.rows(ratingsTakenAlong)).toEqual([])
	const rows = app.rows(ratings)
	expect(rows.map(({ raterId, guestKey }) => [raterId, guestKey])).toEqual([
		[1, null],
		[1, null],
	])
})
