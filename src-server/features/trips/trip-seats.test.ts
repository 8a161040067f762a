import { expect, test } from 'bun:test'
import type { OwnRating } from '#contract/ratings.ts'
import { ratings, tripSeats } from '#db/schema.ts'
import { roadTripWith } from '#server/testing/road-trips.ts'
import type { TestBrowser } from '#server/testing/test-app.ts'

const GUEST = 'backseat_guest'

/** Mum's trip with dad and Uncle Bob at the wheel, which has arrived. */
async function arrived() {
	const trip = await roadTripWith('mum', 'dad', 'aunt')
	const { app, mum, dad } = trip
	const bob = await app.ghost(mum)
	const token = await trip.start(mum, dad, bob)
	await trip.arrive(mum, token)
	const seatCount = async () => (await trip.seeing(mum, token)).seats
	/** A browser with this cookie and nothing else, as of the one who planted it. */
	const withCookie = (cookie: string | undefined) => {
		const browser = app.browser()
		browser.cookies.set(GUEST, cookie ?? '')
		return browser
	}
	return { ...trip, bob, token, seatCount, withCookie }
}

const given = async (who: TestBrowser) => (await who.get('/api/ratings')).body as OwnRating[]
const key = (name: string) => ({ 'Idempotency-Key': `key-of-${name}` })

test('a guest’s seat sets a cookie, as a rating does; rating on the trip sets none [spec 14.2] [T42]', async () => {
	const { dad, bob, token, app, getIn, say } = await arrived()
	const guest = app.browser()

	const seat = await getIn(guest, token)

	expect(seat.cookies).toEqual([expect.stringMatching(/^backseat_guest=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly/)])
	const cookie = guest.cookies.get(GUEST)
	for (const driver of [dad, bob]) expect((await say(guest, token, driver)).cookies).toEqual([])
	expect(guest.cookies.get(GUEST)).toBe(cookie)
	expect(await given(guest)).toHaveLength(2)
	expect((await getIn(app.browser(), 'x'.repeat(32))).cookies).toEqual([])
})

test('what a guest said before, and their seats on other trips, move to the new cookie, and the one before opens nothing [T16] [T42]', async () => {
	const { app, mum, dad, token, start, getIn, say, seeing, withCookie } = await arrived()
	const other = await start(mum, dad)
	const guest = app.browser()
	const first = await app.rate(guest, dad.id)
	await getIn(guest, other)
	const planted = guest.cookies.get(GUEST)

	await getIn(guest, token)
	await say(guest, token, dad)

	expect(guest.cookies.get(GUEST)).not.toBe(planted)
	expect((await given(guest)).map(({ id }) => id)).toContain(first.id)
	expect(await seeing(guest, other)).toMatchObject({ isIn: true, seats: 2 })
	const thief = withCookie(planted)
	expect(await given(thief)).toEqual([])
	for (const trip of [token, other]) expect(await seeing(thief, trip)).toMatchObject({ isIn: false, said: [] })
	expect(await say(thief, token, dad)).toMatchObject({ status: 403, body: { code: 'not_in_the_car' } })
	await app.rate(guest, dad.id)
	expect(await seeing(guest, token)).toMatchObject({ isIn: true, mine: [dad.id] })
})

test('a seat whose answer was lost is found by its key, and brings the guest along with all they said [spec 14.2] [T42]', async () => {
	const { app, dad, bob, token, getIn, say, seatCount } = await arrived()
	const guest = app.browser()
	await app.rate(guest, dad.id)
	const before = guest.cookies.get(GUEST) ?? ''
	await getIn(guest, token, key('a-seat'))
	guest.cookies.set(GUEST, before)

	expect(await getIn(guest, token, key('a-seat'))).toMatchObject({ status: 201, body: { isIn: true, seats: 2 } })
	expect(await given(guest)).toHaveLength(1)
	await say(guest, token, bob)
	guest.cookies.delete(GUEST)
	expect(await getIn(guest, token, key('a-seat'))).toMatchObject({
		status: 201,
		body: { isIn: true, seats: 2, mine: [bob.id] },
	})

	expect(await given(guest)).toHaveLength(2)
	expect(await seatCount()).toBe(2)
})

test('a person who planted a cookie with a seat gets nothing by the key of that seat [T16] [T42]', async () => {
	const { app, dad, token, getIn, say, seeing, seatCount, withCookie } = await arrived()
	const thief = app.browser()
	await getIn(thief, token, key('the-thief'))
	const victim = withCookie(thief.cookies.get(GUEST))

	await getIn(victim, token, key('the-victim'))
	await say(victim, token, dad, 1)

	expect(await seatCount()).toBe(2)
	expect(await seeing(thief, token)).toMatchObject({ isIn: false })
	expect(await getIn(thief, token, key('the-thief'))).toMatchObject({ status: 201, body: { seats: 3, said: [] } })
	victim.cookies.delete(GUEST)
	expect(await getIn(victim, token, key('the-victim'))).toMatchObject({ body: { said: [{ starRating: 1 }] } })
})

test('two taps at once are one seat under one cookie [spec 14.2]', async () => {
	const { app, dad, token, getIn, say, seatCount } = await arrived()
	const guest = app.browser()
	const browserKey = { 'Browser-Key': 'b'.repeat(32) }

	await Promise.all(['one', 'two'].map((name) => getIn(guest, token, { ...browserKey, ...key(name) })))

	expect(await seatCount()).toBe(2)
	expect((await say(guest, token, dad)).status).toBe(200)
})

test('a guest who turns out to be in twice has one seat, and one verdict on each driver [T42]', async () => {
	const { app, dad, bob, token, getIn, say, seeing, seatCount } = await arrived()
	const guest = app.browser()
	await getIn(guest, token, key('first'))
	for (const driver of [dad, bob]) await say(guest, token, driver, 1)
	guest.cookies.delete(GUEST)
	await getIn(guest, token, key('second'))
	await say(guest, token, dad, 5)
	expect(await seatCount()).toBe(3)

	await getIn(guest, token, key('first'))

	expect(await seatCount()).toBe(2)
	const { said } = await seeing(guest, token)
	expect(said.map(({ driverId, starRating }) => [driverId, starRating])).toEqual([
		[dad.id, 5],
		[bob.id, 1],
	])
	expect(app.rows(ratings).filter(({ state }) => state === 2)).toHaveLength(2)
})

test('a guest who comes in as a member takes their seat along, and what they said [spec 14.16]', async () => {
	const { app, dad, token, getIn, say, seeing, seatCount } = await arrived()
	const tablet = app.browser()
	await getIn(tablet, token, key('tablet'))
	await say(tablet, token, dad, 2)

	const lina = await app.member('lina', tablet)

	expect(await seeing(lina, token)).toMatchObject({ isIn: true, seats: 2, said: [{ raterId: lina.id, starRating: 2 }] })
	await lina.post('/api/logout')
	expect(await seeing(tablet, token)).toMatchObject({ isIn: false, said: [] })
	expect(await getIn(tablet, token, key('tablet'))).toMatchObject({ status: 201, body: { isIn: false }, cookies: [] })
	expect(await seatCount()).toBe(2)
})

test('a member who was in already is in once, and what they said themself stays [spec 14.16]', async () => {
	const { app, dad, bob, aunt, token, getIn, say, seeing, seatCount } = await arrived()
	await getIn(aunt, token)
	await say(aunt, token, dad, 5)
	const tablet = app.browser()
	await getIn(tablet, token)
	for (const driver of [dad, bob]) await say(tablet, token, driver, 1)
	expect(await seatCount()).toBe(3)

	const { body } = await tablet.post('/api/login', { username: 'aunt', password: aunt.password })

	expect(body).toMatchObject({ cameAlong: 1 })
	expect(await seatCount()).toBe(2)
	const { said } = await seeing(aunt, token)
	expect(said.map(({ driverId, starRating }) => [driverId, starRating])).toEqual([
		[dad.id, 5],
		[bob.id, 1],
	])
})

test('what is given back is the guest’s again, with a seat, and not taken along by the same account again [spec 14.16]', async () => {
	const { app, dad, bob, token, getIn, open, mum, say, seeing, seatCount } = await arrived()
	const tablet = app.browser()
	await getIn(tablet, token)
	const { id } = (await say(tablet, token, dad, 2)).body as OwnRating
	const lina = await app.member('lina', tablet)

	expect((await lina.post(`/api/ratings/${id}/not-mine`)).status).toBe(204)

	expect(await seeing(lina, token)).toMatchObject({ isIn: true, seats: 3, said: [] })
	await say(lina, token, dad, 4)
	await tablet.post('/api/logout')
	expect(await seeing(tablet, token)).toMatchObject({ isIn: true, said: [{ id, starRating: 2, sealed: true }] })
	await say(tablet, token, bob, 3)
	await tablet.post('/api/login', { username: 'lina', password: lina.password })
	expect(await seeing(lina, token)).toMatchObject({ isIn: true, mine: [dad.id, bob.id], seats: 3 })
	expect(app.rows(tripSeats)).toHaveLength(3)
	expect(await seatCount()).toBe(3)

	expect((await open(mum, token)).body).toMatchObject({
		seats: 3,
		results: [
			{ driverId: dad.id, verdicts: 2 },
			{ driverId: bob.id, verdicts: 1 },
		],
	})
	expect(app.logged).toEqual([])
})

test('what is given back goes where the guest has said it anew: nobody says it twice [spec 14.16]', async () => {
	const { app, dad, token, getIn, say, seeing } = await arrived()
	const tablet = app.browser()
	await getIn(tablet, token)
	const { id } = (await say(tablet, token, dad, 2)).body as OwnRating
	const elsewhere = await app.signIn(await app.member('lina', tablet))
	await tablet.post('/api/logout')
	await getIn(tablet, token)
	await say(tablet, token, dad, 5)

	expect((await elsewhere.post(`/api/ratings/${id}/not-mine`)).status).toBe(204)

	expect((await seeing(tablet, token)).said).toMatchObject([{ starRating: 5 }])
	expect(app.rows(ratings).filter(({ state }) => state === 2)).toHaveLength(1)
})

test('what a guest said of the member they come in as is left, with a seat [spec 14.16]', async () => {
	const { app, dad, token, getIn, say, seeing, seatCount } = await arrived()
	const tablet = app.browser()
	await getIn(tablet, token)
	await say(tablet, token, dad, 5)

	await tablet.post('/api/login', { username: 'dad', password: dad.password })

	expect(await seeing(dad, token)).toMatchObject({ isIn: true, said: [] })
	expect(await seatCount()).toBe(3)
})
