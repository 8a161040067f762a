import { expect, spyOn, test } from 'bun:test'
import type { Home } from '#contract/home.ts'
import type { DriverRating, OwnRating } from '#contract/ratings.ts'
import { OPENS_IN_MS } from '#contract/trips.ts'
import { ratings, tripSeats, trips } from '#db/schema.ts'
import { openDue } from '#server/features/ratings/sealed/evening-post.ts'
import { OPENED_HERE_MAX } from '#server/features/ratings/sealed/open-sealed.ts'
import { listenAs } from '#server/testing/live-listener.ts'
import { NOON, roadTripWith } from '#server/testing/road-trips.ts'
import type { TestBrowser } from '#server/testing/test-app.ts'
import { openDueTrips } from './due-trips.ts'
import { startOpenings } from './openings.ts'

const DAY = 24
const SECONDS_TO_OPEN = OPENS_IN_MS / 1000

const settled = () => new Promise((resolve) => setTimeout(resolve, 0)).then(() => Bun.sleep(5))

const ridesOf = async (app: { browser(): TestBrowser }, driver: { id: number }) =>
	((await app.browser().get(`/api/drivers/${driver.id}/stats`)).body as { totalRides: number }).totalRides
const listOf = async (app: { browser(): TestBrowser }, driver: { id: number }) =>
	(await app.browser().get(`/api/ratings/driver/${driver.id}`)).body as DriverRating[]

test('it opens when its maker says so: of that day, with the ids it had, and changeable for 24 hours from then [spec 14.7] [spec 14.8]', async () => {
	const { app, mum, dad, at, start, arrive, open, say } = await roadTripWith('mum', 'dad')
	const token = await start(mum, dad)
	at(30)
	const { id } = (await say(mum, token, dad, 2)).body as OwnRating
	expect(await ridesOf(app, dad)).toBe(0)
	at(35)

	expect((await open(mum, token)).status).toBe(200)

	expect(await listOf(app, dad)).toMatchObject([{ id, starRating: 2, createdAt: '2026-01-15' }])
	const said = { rideQuality: 'bumpy', safetyFeeling: 'safe', vibeQuality: 'off', starRating: 1 }
	at(35 + DAY)
	expect(await mum.put(`/api/ratings/${id}`, said)).toMatchObject({ status: 200, body: { sealed: false } })
	at(35 + DAY + SECONDS_TO_OPEN / 3600)
	expect(await mum.put(`/api/ratings/${id}`, said)).toMatchObject({ status: 403, body: { code: 'too_late' } })
	expect(await arrive(mum, token)).toMatchObject({ status: 409, body: { code: 'trip_is_open' } })
})

test('it opens when all in the car have rated all, and not with one alone in it [spec 14.7]', async () => {
	const { app, mum, dad, start, seeing, getIn, getOut, arrive, passOpenings, say } = await roadTripWith('mum', 'dad')
	const bob = await app.ghost(mum)
	const token = await start(mum, dad, bob)
	await arrive(mum, token)
	for (const driver of [dad, bob]) await say(mum, token, driver)
	expect(await seeing(mum, token)).toMatchObject({ state: 'rating', seats: 1 })
	const [first, second] = [app.browser(), app.browser()]
	for (const who of [first, second, dad]) await getIn(who, token)
	for (const [who, driver] of [
		[first, dad],
		[first, bob],
		[dad, bob],
		[second, bob],
	] as const)
		expect(await say(who, token, driver)).toMatchObject({ status: 200, body: { sealed: true } })
	expect(await seeing(mum, token)).toMatchObject({ state: 'rating', allSealed: false, opensAt: null })

	await getOut(second, token)

	expect(await seeing(mum, token)).toMatchObject({ state: 'rating', allSealed: true, opensAt: expect.any(String) })
	await passOpenings()
	expect(await seeing(mum, token)).toMatchObject({ state: 'open', seats: 3 })
	expect([await ridesOf(app, dad), await ridesOf(app, bob)]).toEqual([2, 3])
	const other = await start(mum, dad)
	await getIn(first, other)
	await arrive(mum, other)
	await say(first, other, dad)
	expect((await say(mum, other, dad)).body).toMatchObject({ sealed: true })
	expect(await seeing(dad, other)).toMatchObject({ allSealed: true, opensAt: expect.any(String) })
})

test('a full car opens with its last verdict, even if that is too large for one write [spec 14.7]', async () => {
	const { app, mum, dad, start, seeing, getIn, arrive, passOpenings, say } = await roadTripWith('mum', 'dad')
	const drivers = [dad, await app.ghost(mum, 'Uncle Bob'), await app.ghost(mum, 'Aunt Amy')]
	const token = await start(mum, ...drivers)
	const passengers = [mum, ...Array.from({ length: OPENED_HERE_MAX / 3 }, () => app.browser())]
	for (const guest of passengers.slice(1)) await getIn(guest, token)
	await arrive(mum, token)
	for (const who of passengers)
		for (const driver of drivers) {
			expect(await seeing(mum, token)).toMatchObject({ allSealed: false, opensAt: null })
			expect((await say(who, token, driver)).status).toBe(200)
		}

	expect(passengers.length * drivers.length).toBeGreaterThan(OPENED_HERE_MAX)
	expect(await seeing(mum, token)).toMatchObject({ allSealed: true, opensAt: expect.any(String) })
	await passOpenings()
	expect(await seeing(mum, token)).toMatchObject({ state: 'open', seats: passengers.length })
})

test('it opens 24 hours after the arrival, and 36 after it was made where nobody said so [spec 14.7]', async () => {
	const { app, mum, dad, at, start, seeing, arrive, passOpenings, say } = await roadTripWith('mum', 'dad')
	const [said, forgotten] = [await start(mum, dad), await start(mum, dad)]
	at(2)
	await arrive(mum, said)
	await say(mum, said, dad)
	at(12)
	await say(mum, forgotten, dad)
	const stateAt = async (hours: number) => {
		at(hours)
		await passOpenings()
		return [(await seeing(mum, said)).state, (await seeing(mum, forgotten)).state]
	}

	expect(await stateAt(26 - 1 / 60)).toEqual(['rating', 'rating'])
	expect(await stateAt(26)).toEqual(['open', 'rating'])
	expect(await stateAt(36 - 1 / 60)).toEqual(['open', 'rating'])
	expect(await stateAt(36)).toEqual(['open', 'open'])
	expect(await ridesOf(app, dad)).toBe(2)
	await stateAt(37)
	expect(await ridesOf(app, dad)).toBe(2)
})

test('no evening post opens what was said on a trip, nor does it count as a second rater [spec 14.5]', async () => {
	const { app, mum, dad, aunt, at, start, getIn, arrive, say } = await roadTripWith('mum', 'dad', 'aunt')
	const token = await start(mum, dad)
	await getIn(aunt, token)
	await arrive(mum, token)
	await say(mum, token, dad)
	await app.rate(aunt, dad.id, { delivery: 'evening' })
	const evening = async (hours: number) => {
		at(hours)
		await openDue(app.context, new Date(NOON + hours * 3_600_000))
		return ridesOf(app, dad)
	}

	expect(await evening(6.5)).toBe(0)
	await app.rate(app.browser(), dad.id, { delivery: 'evening' })
	expect(await evening(6.5 + DAY)).toBe(2)
	expect(await evening(6.5 + 4 * DAY)).toBe(2)
})

test('a trip on which nobody said anything opens by time as well [spec 14.7]', async () => {
	const { mum, dad, at, start, seeing, passOpenings } = await roadTripWith('mum', 'dad')
	const token = await start(mum, dad)
	at(36)
	await passOpenings()
	expect(await seeing(mum, token)).toMatchObject({
		state: 'open',
		seats: 1,
		results: [{ verdicts: 0, averageStar: null }],
	})
})

test('the openings of the server open it at its time, and at a start that missed it [spec 14.7] [spec 14.8]', async () => {
	const { app, mum, dad, at, start, seeing, say } = await roadTripWith('mum', 'dad')
	const [first, second] = [await start(mum, dad), await start(mum, dad)]
	at(13)
	for (const token of [first, second]) await say(mum, token, dad)
	const openings = startOpenings(app.context, { timeZone: 'UTC' })
	await settled()
	expect(await seeing(mum, first)).toMatchObject({ state: 'rating' })
	at(36)
	app.wait(300)
	await settled()
	expect(await seeing(mum, first)).toMatchObject({ state: 'rating', opensAt: expect.any(String) })
	at(36 + SECONDS_TO_OPEN / 3600)
	app.wait(SECONDS_TO_OPEN)
	await settled()
	expect(await seeing(mum, first)).toMatchObject({ state: 'open' })
	await openings.stop()

	const third = await start(mum, dad)
	at(36 + 80)
	const later = startOpenings(app.context, { timeZone: 'UTC' })
	await settled()
	at(36 + 80 + SECONDS_TO_OPEN / 3600)
	app.wait(SECONDS_TO_OPEN)
	await settled()
	expect(await seeing(mum, third)).toMatchObject({ state: 'open' })
	await later.stop()
})

test('drivers without an account are opened too; only members have a notice, once, and only then [spec 14.5] [spec 14.8] [spec 14.14]', async () => {
	const { app, mum, dad, start, getIn, arrive, open, say } = await roadTripWith('mum', 'dad')
	const bob = await app.ghost(mum)
	const token = await start(mum, dad, bob)
	const guests = [app.browser(), app.browser()]
	for (const who of guests) await getIn(who, token)
	await arrive(mum, token)
	const stream = await listenAs(app, dad)
	for (const who of guests) for (const driver of [dad, bob]) await say(who, token, driver)
	expect(await stream.heard()).toEqual([])
	expect((await dad.get('/api/user')).body).toMatchObject({ isLatestRatingsSeen: true })

	await open(mum, token)

	expect(await stream.heard()).toEqual(['notice'])
	expect((await dad.get('/api/home')).body).toMatchObject({ me: { unseen: 2, totalRides: 2 } })
	expect((await dad.get('/api/user')).body).toMatchObject({ isLatestRatingsSeen: false })
	expect(await ridesOf(app, bob)).toBe(2)
	const unseen = app.rows(ratings).filter(({ unseen }) => unseen > 0)
	expect(unseen.map(({ driverId }) => driverId)).toEqual([dad.id, dad.id])
	const home = (await mum.get('/api/home')).body as Home
	expect(home.drivers.find(({ id }) => id === bob.id)).toMatchObject({ totalRides: 2 })
})

test('they open in one transaction, at one moment, in an order that tells nothing, and who was in is told to nobody else [spec 14.3] [spec 14.8] [T42]', async () => {
	const { app, mum, dad, start, getIn, arrive, open, say } = await roadTripWith('mum', 'dad')
	const ghosts = [await app.ghost(mum, 'Uncle Bob'), await app.ghost(mum, 'Aunt Amy'), await app.ghost(mum, 'Opa')]
	const drivers = [dad, ...ghosts]
	const token = await start(mum, ...drivers)
	const guests = Array.from({ length: 12 }, () => app.browser())
	for (const who of guests) await getIn(who, token)
	await arrive(mum, token)
	const inOrder: number[] = []
	for (const who of guests)
		for (const driver of drivers) inOrder.push(((await say(who, token, driver)).body as OwnRating).id)
	const written = spyOn(app.context.queries.trips, 'markOpen')

	await open(mum, token)

	expect(written).toHaveBeenCalledTimes(1)
	const rows = app.rows(ratings).filter(({ tripId, state }) => tripId !== null && state === 0)
	expect(rows.map(({ wireId }) => wireId).toSorted()).toEqual(inOrder.toSorted())
	expect(new Set(rows.map(({ createdAt }) => createdAt.getTime())).size).toBe(1)
	// One order in 479 million is that of their arrival.
	for (const driver of drivers) {
		const newestFirst = (await listOf(app, driver)).map(({ id }) => id)
		const arrivedFirst = inOrder.filter((id) => newestFirst.includes(id))
		expect(newestFirst).not.toEqual(arrivedFirst)
		expect(newestFirst).not.toEqual(arrivedFirst.toReversed())
	}
	// Kept for each passenger's own glovebox, without what could find a guest's browser.
	expect(app.rows(tripSeats).map(({ requestKey }) => requestKey)).toEqual(app.rows(tripSeats).map(() => null))
	expect(app.rows(tripSeats)).not.toEqual([])
	expect(app.rows(trips)).toMatchObject([{ seats: 13 }])
})

test('one that fails opens nothing of its own, stops no other, and is opened by the next try [spec 14.8] [T42]', async () => {
	const { app, mum, dad, aunt, at, start, seeing, passOpenings, say } = await roadTripWith('mum', 'dad', 'aunt')
	const [broken, whole] = [await start(mum, dad, aunt), await start(mum, dad)]
	at(13)
	for (const driver of [dad, aunt]) await say(mum, broken, driver)
	await say(mum, whole, dad)
	const failure = spyOn(app.context.log, 'failure').mockImplementation(() => {})
	const { trips: queries } = app.context.queries
	const { markOpen } = queries
	queries.markOpen = (trip, opened) => {
		if (trip.token === broken) throw new Error('the disk is full')
		return markOpen(trip, opened)
	}
	at(36)
	await passOpenings()
	expect([(await seeing(mum, broken)).state, (await seeing(mum, whole)).state]).toEqual(['rating', 'open'])
	expect([await ridesOf(app, dad), await ridesOf(app, aunt)]).toEqual([1, 0])
	expect(await seeing(mum, broken)).toMatchObject({ isIn: true, mine: [dad.id, aunt.id] })
	expect(failure).toHaveBeenCalledTimes(1)

	queries.markOpen = markOpen
	await openDueTrips(app.context)

	expect(await seeing(mum, broken)).toMatchObject({ state: 'open' })
	expect([await ridesOf(app, dad), await ridesOf(app, aunt)]).toEqual([2, 1])
})

test('a stop in between leaves the others to the next start [spec 14.8] [B19]', async () => {
	const { app, mum, dad, at, start, say } = await roadTripWith('mum', 'dad')
	const tokens = [await start(mum, dad), await start(mum, dad), await start(mum, dad)]
	at(13)
	for (const token of tokens) await say(mum, token, dad)
	at(36)
	await openDueTrips(app.context)
	at(36 + SECONDS_TO_OPEN / 3600)
	let looks = 0
	await openDueTrips(app.context, () => {
		looks += 1
		return looks > 1
	})
	expect(await ridesOf(app, dad)).toBe(1)

	await openDueTrips(app.context)
	expect(await ridesOf(app, dad)).toBe(3)
})

test('what was made while the clock was wrong does not wait for years [B13]', async () => {
	const { app, mum, dad, at, start, arrive, announce, passOpenings, say } = await roadTripWith('mum', 'dad')
	at(20 * DAY)
	const token = await start(mum, dad)
	await arrive(mum, token)
	await say(mum, token, dad)
	at(0)
	await passOpenings()
	expect(await ridesOf(app, dad)).toBe(1)

	at(20 * DAY)
	const announced = await start(mum, dad)
	await arrive(mum, announced)
	await say(mum, announced, dad)
	await announce(mum, announced)
	at(0)
	await openDueTrips(app.context)
	expect(await ridesOf(app, dad)).toBe(2)
})

test('its receipt stays 90 days after the opening, and what was said stays a rating [spec 14.10]', async () => {
	const { app, mum, dad, at, start, getIn, open, say } = await roadTripWith('mum', 'dad')
	const token = await start(mum, dad)
	await getIn(dad, token)
	at(13)
	await say(mum, token, dad)
	await open(mum, token)
	const statusAt = async (hours: number) => {
		at(hours)
		await openDueTrips(app.context)
		return (await app.browser().get(`/api/trips/${token}`)).status
	}
	expect(await statusAt(13 + 90 * DAY - 1)).toBe(200)
	expect(await statusAt(13 + 90 * DAY + 1)).toBe(404)
	expect(await ridesOf(app, dad)).toBe(1)
	expect(app.rows(ratings)).toMatchObject([{ tripId: null, state: 0 }])
})

test('one that only its maker was on, or on which nobody said anything, goes seven days after it was made [spec 14.22]', async () => {
	const { app, mum, dad, at, start, getIn, passOpenings, say } = await roadTripWith('mum', 'dad')
	const [alone, silent, spoken] = [await start(mum, dad), await start(mum, dad), await start(mum, dad)]
	for (const token of [silent, spoken]) await getIn(app.browser(), token)
	at(13)
	for (const token of [alone, spoken]) await say(mum, token, dad)
	const statusesAt = async (hours: number) => {
		at(hours)
		await passOpenings()
		const answers = [alone, silent, spoken].map((token) => mum.get(`/api/trips/${token}`))
		return (await Promise.all(answers)).map(({ status }) => status)
	}

	expect(await statusesAt(7 * DAY - 1 / 60)).toEqual([200, 200, 200])
	expect(await statusesAt(7 * DAY)).toEqual([404, 404, 200])
	expect(await ridesOf(app, dad)).toBe(2)
})

test('those in the car hear of seats, arrival, opening and deletion, and of a verdict only the browsers of who gave it [spec 14.14] [T42]', async () => {
	const { app, mum, dad, aunt, start, getIn, getOut, arrive, announce, passOpenings, say } = await roadTripWith(
		'mum',
		'dad',
		'aunt',
	)
	const laptop = await app.signIn(aunt)
	const streams = { mum: await listenAs(app, mum), dad: await listenAs(app, dad), aunt: await listenAs(app, laptop) }
	const heard = async () => {
		const all: string[][] = []
		for (const stream of Object.values(streams)) all.push((await stream.heard()).toSorted())
		return all
	}
	const token = await start(mum, dad)
	await heard()

	await getIn(aunt, token)
	expect(await heard()).toEqual([['trip'], [], ['trip']])
	await getIn(aunt, token)
	expect(await heard()).toEqual([[], [], []])
	const guest = app.browser()
	await getIn(guest, token)
	expect(await heard()).toEqual([['trip'], [], ['trip']])
	await arrive(mum, token)
	expect(await heard()).toEqual([['trip'], [], ['trip']])
	await arrive(mum, token)
	await say(guest, token, dad)
	expect(await heard()).toEqual([[], [], []])
	await say(aunt, token, dad)
	expect(await heard()).toEqual([[], [], ['home', 'trip']])
	await getOut(guest, token)
	expect(await heard()).toEqual([['trip'], [], ['trip']])
	await announce(mum, token)
	expect(await heard()).toEqual([['trip'], [], ['trip']])
	await passOpenings()
	expect(await heard()).toEqual([['trip'], ['notice'], ['home', 'trip']])

	const other = await start(mum, dad)
	await getIn(aunt, other)
	await heard()
	await mum.delete(`/api/trips/${other}`)
	expect(await heard()).toEqual([['trip'], [], ['trip']])
})
