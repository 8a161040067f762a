import { expect, test } from 'bun:test'
import { BEAT_MS, OPENS_IN_MS, type Trip } from '#contract/trips.ts'
import { ratings } from '#db/schema.ts'
import { listenAs } from '#server/testing/live-listener.ts'
import { NOON, roadTripWith } from '#server/testing/road-trips.ts'
import { aRating, type TestBrowser } from '#server/testing/test-app.ts'
import { openDueTrips } from './due-trips.ts'
import { startOpenings } from './openings.ts'

const SECONDS_TO_OPEN = OPENS_IN_MS / 1000
const settled = () => new Promise((resolve) => setTimeout(resolve, 0)).then(() => Bun.sleep(5))
const isoAfter = (ms: number) => new Date(NOON + ms).toISOString()

/** Mum's trip with dad and Uncle Bob at the wheel, which has arrived; aunt and two guests are in, too. */
async function arrived() {
	const trip = await roadTripWith('mum', 'dad', 'aunt')
	const { app, mum, dad, aunt } = trip
	const bob = await app.ghost(mum)
	const token = await trip.start(mum, dad, bob)
	const guests = [app.browser(), app.browser()]
	const inTheCar: TestBrowser[] = [mum, aunt, ...guests]
	for (const who of inTheCar.slice(1)) await trip.getIn(who, token)
	await trip.arrive(mum, token)
	return { ...trip, bob, token, guests, inTheCar }
}

test('an opening is announced ten seconds ahead, with the server’s time, to everybody in the car and once [spec 15.9]', async () => {
	const { app, mum, aunt, dad, token, guests, seeing, announce, say, at } = await arrived()
	await say(aunt, token, dad)
	const stream = await listenAs(app, aunt)
	expect(await seeing(mum, token)).toMatchObject({ state: 'rating', allSealed: false, opensAt: null })
	expect(await seeing(mum, token)).not.toHaveProperty('now')

	const announced = await announce(mum, token)

	const opensAt = isoAfter(OPENS_IN_MS)
	expect(announced).toMatchObject({ status: 200, body: { state: 'rating', opensAt, now: isoAfter(0) } })
	expect(await stream.heard()).toEqual(['trip'])
	at(4 / 3600)
	expect((await announce(mum, token)).body).toMatchObject({ opensAt, now: isoAfter(4000) })
	for (const who of [mum, aunt, ...guests, app.browser()])
		expect(await seeing(who, token)).toMatchObject({ state: 'rating', opensAt, now: isoAfter(4000), allSealed: false })
	expect(await stream.heard()).toEqual([])
	for (const hidden of ['results', 'show', 'notDrawn']) expect(await seeing(aunt, token)).not.toHaveProperty(hidden)
	at((SECONDS_TO_OPEN - 0.001) / 3600)
	await openDueTrips(app.context)
	expect(await seeing(aunt, token)).toMatchObject({ state: 'rating' })
	at(SECONDS_TO_OPEN / 3600)
	await openDueTrips(app.context)
	expect(await seeing(aunt, token)).toMatchObject({ state: 'open' })
	expect(await seeing(aunt, token)).not.toHaveProperty('opensAt')
})

test('from the announcement on, seats, arrivals, verdicts and deletion are refused as after the opening [spec 15.9]', async () => {
	const { app, mum, dad, token, guests, announce, getIn, getOut, arrive, say, passOpenings } = await arrived()
	const [first, second] = guests
	if (!first || !second) throw new Error('Nobody is in the car')
	await say(first, token, dad, 2)
	await announce(mum, token)
	const acts = [
		() => getIn(app.browser(), token),
		() => getOut(second, token),
		() => arrive(mum, token),
		() => say(first, token, dad, 5),
		() => mum.delete(`/api/trips/${token}`),
	]

	for (const act of acts) expect(await act()).toMatchObject({ status: 409, body: { code: 'trip_is_open' } })
	await passOpenings()
	for (const act of acts) expect(await act()).toMatchObject({ status: 409, body: { code: 'trip_is_open' } })

	expect(app.rows(ratings).filter(({ tripId }) => tripId !== null)).toMatchObject([{ state: 0, starRating: 2 }])
	expect((await first.get(`/api/trips/${token}`)).body).toMatchObject({ seats: 4 })
})

test('everything is sealed once all in the car have rated all they may, and that announces the opening [spec 15.9]', async () => {
	const { app, mum, dad, bob, token, inTheCar, getIn, seeing, say } = await arrived()
	await getIn(dad, token)
	for (const who of inTheCar) for (const driver of [dad, bob]) await say(who, token, driver)
	expect(await seeing(app.browser(), token)).toMatchObject({ allSealed: false, opensAt: null })

	await say(dad, token, bob)

	expect(await seeing(app.browser(), token)).toMatchObject({ allSealed: true, opensAt: isoAfter(OPENS_IN_MS) })
	expect(await seeing(mum, token)).toMatchObject({ state: 'rating' })
})

test('the server opens it at that moment, and right after a restart that came in between [spec 15.9] [B19]', async () => {
	const { app, mum, dad, token, guests, announce, say, seeing, start, getIn, arrive, at } = await arrived()
	for (const who of guests) await say(who, token, dad)
	const openings = startOpenings(app.context, { timeZone: 'UTC' })
	await settled()
	await announce(mum, token)
	openings.reschedule()
	at((SECONDS_TO_OPEN - 0.1) / 3600)
	app.wait(SECONDS_TO_OPEN - 0.1)
	await settled()
	expect(await seeing(mum, token)).toMatchObject({ state: 'rating' })
	at(SECONDS_TO_OPEN / 3600)
	app.wait(0.1)
	await settled()
	expect(await seeing(mum, token)).toMatchObject({ state: 'open', show: { startedAt: isoAfter(OPENS_IN_MS) } })

	const other = await start(mum, dad)
	await getIn(guests[0] as TestBrowser, other)
	await arrive(mum, other)
	await announce(mum, other)
	await openings.stop()
	at(1)
	const next = startOpenings(app.context, { timeZone: 'UTC' })
	await settled()
	expect(await seeing(mum, other)).toMatchObject({ state: 'open' })
	await next.stop()
})

test('those who were in the car get the slips of each driver in one random order, until the show is over; nobody else does [spec 15.9] [T42] [T68]', async () => {
	const { app, mum, dad, bob, aunt, token, start, getIn, arrive, announce, passOpenings, seeing, say, at } =
		await arrived()
	await mum.delete(`/api/trips/${token}`)
	const trip = await start(mum, mum, dad, bob)
	const guests = Array.from({ length: 10 }, () => app.browser())
	for (const who of [aunt, ...guests]) await getIn(who, trip)
	await arrive(mum, trip)
	const slipOf = (nth: number) => {
		const { driverId: _, ...said } = aRating({ driverId: 0 })
		return {
			...said,
			starRating: (nth % 5) + 1,
			rideQuality: nth < 5 ? ('smooth' as const) : ('bumpy' as const),
		}
	}
	for (const [nth, guest] of guests.entries())
		for (const driver of [mum, bob]) await guest.put(`/api/trips/${trip}/verdicts/${driver.id}`, slipOf(nth))
	for (const who of [mum, aunt]) await say(who, trip, dad)
	await announce(mum, trip)
	await passOpenings()

	const { show, now, results, seats } = await seeing(mum, trip)
	expect([seats, now, show?.startedAt]).toEqual([12, isoAfter(OPENS_IN_MS), isoAfter(OPENS_IN_MS)])
	expect(results?.map(({ driverId, verdicts }) => [driverId, verdicts])).toEqual([
		[mum.id, 10],
		[dad.id, 2],
		[bob.id, 10],
	])
	// The maker drives, so they come last. Two verdicts are too few to show.
	expect(show?.drivers.map(({ driverId, slips }) => [driverId, slips.length])).toEqual([
		[dad.id, 0],
		[bob.id, 10],
		[mum.id, 10],
	])
	const inOrder = guests.map((_, nth) => slipOf(nth))
	for (const { slips } of show?.drivers.slice(1) ?? []) {
		expect(slips.map((slip) => JSON.stringify(Object.entries(slip).toSorted())).toSorted()).toEqual(
			inOrder.map((slip) => JSON.stringify(Object.entries(slip).toSorted())).toSorted(),
		)
		// One order in three million is that in which they came.
		expect(slips).not.toEqual(inOrder)
	}
	expect(show?.drivers[1]?.slips).not.toEqual(show?.drivers[2]?.slips)
	for (const who of [aunt, ...guests]) expect((await seeing(who, trip)).show).toEqual(show)
	for (const who of [dad, app.browser(), await app.host()]) {
		const seen = await seeing(who, trip)
		expect(seen).toMatchObject({ state: 'open', results })
		for (const hidden of ['show', 'now']) expect(seen).not.toHaveProperty(hidden)
	}
	const seeingAt = async (ms: number) => {
		at(ms / 3_600_000)
		return seeing(aunt, trip)
	}
	const lengthMs = (3 * (1 + 2) + 20) * BEAT_MS
	expect(await seeingAt(OPENS_IN_MS + lengthMs - 1)).toHaveProperty('show')
	expect(await seeingAt(OPENS_IN_MS + lengthMs)).not.toHaveProperty('show')
})

test('where the maker does not drive, the first driver comes last [spec 15.9]', async () => {
	const { mum, dad, bob, token, open } = await arrived()

	const { body } = await open(mum, token)

	expect((body as Trip).show?.drivers.map(({ driverId }) => driverId)).toEqual([bob.id, dad.id])
})
