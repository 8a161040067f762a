import { expect, test } from 'bun:test'
import type { GivenRating } from '#contract/ratings.ts'
import { OPENS_IN_MS, type Trip } from '#contract/trips.ts'
import { roadTripWith } from '#server/testing/road-trips.ts'
import { aRating, type TestBrowser, testApp } from '#server/testing/test-app.ts'

import { openDueTrips } from './due-trips.ts'

const DAY_SECONDS = 86_400

test('three trips of one maker that are not open at a time [spec 14.12] [T42]', async () => {
	const { mum, dad, aunt, start, knows, arrive, open } = await roadTripWith('mum', 'dad', 'aunt')
	const [first] = [await start(mum, dad), await start(mum, dad), await start(mum, dad)]
	const fourth = () => mum.post('/api/trips', { name: 'One too many', driverIds: [dad.id] })

	expect(await fourth()).toMatchObject({ status: 409, body: { code: 'too_many_trips' } })
	await knows(aunt, dad)
	await start(aunt, dad)
	await arrive(mum, first)
	expect((await fourth()).status).toBe(409)
	await open(mum, first)

	expect((await fourth()).status).toBe(201)
})

test('ten trips in 24 hours, deleted ones too, whatever the rate limits are [spec 14.12] [T42]', async () => {
	const { app, mum, dad, aunt, start } = await roadTripWith('mum', 'dad', 'aunt')
	expect(app.config.rateLimitScale).toBe(0)
	const another = () => mum.post('/api/trips', { name: 'To the sea', driverIds: [dad.id] })
	for (let nth = 0; nth < 10; nth += 1) {
		await mum.delete(`/api/trips/${await start(mum, dad)}`)
		app.wait(60)
	}
	for (let nth = 0; nth < 3; nth += 1) await mum.post('/api/trips', { name: 'Nowhere', driverIds: [999] })

	const refused = await another()

	expect(refused).toMatchObject({
		status: 429,
		body: { message: 'Ten trips in 24 hours is the limit. The next one starts in 24 hours.' },
	})
	expect(refused.headers.get('retry-after')).toBe(String(DAY_SECONDS - 600))
	await start(aunt, dad)
	app.wait(DAY_SECONDS - 601)
	expect((await another()).status).toBe(429)
	app.wait(1)
	expect((await another()).status).toBe(201)
	expect((await another()).status).toBe(429)
})

test('sixty seats are taken, and no more [spec 14.12] [T42]', async () => {
	const { app, mum, dad, start, seeing, getIn, getOut } = await roadTripWith('mum', 'dad')
	const token = await start(mum, dad)
	const guests = Array.from({ length: 59 }, () => app.browser())
	for (const guest of guests) expect((await getIn(guest, token)).status).toBe(201)

	for (const late of [app.browser(), dad])
		expect(await getIn(late, token)).toMatchObject({ status: 409, body: { code: 'car_is_full' }, cookies: [] })
	expect(await getIn(mum, token)).toMatchObject({ status: 201, body: { seats: 60 } })
	const [first] = guests
	if (first) expect(await getIn(first, token)).toMatchObject({ status: 201, body: { seats: 60 } })
	await getOut(mum, token)
	expect((await getIn(dad, token)).status).toBe(201)
	expect((await seeing(dad, token)).seats).toBe(60)
})

async function limited() {
	const app = testApp({ rateLimitScale: 1 })
	const mum = await app.member('mum', app.browser({ address: '198.51.100.1' }))
	const drivers: { id: number }[] = []
	for (let nth = 0; nth < 8; nth += 1) drivers.push(await app.ghost(mum, `Uncle ${nth}`))
	const start = async () => {
		const { body } = await mum.post('/api/trips', { name: 'To the sea', driverIds: drivers.map(({ id }) => id) })
		const { token } = body as { token: string }
		await mum.post(`/api/trips/${token}/arrive`)
		return `/api/trips/${token}`
	}
	/** Guests who get in, at most twelve from each address. */
	const board = async (path: string, count: number, addresses = '198.51.100') => {
		const guests: TestBrowser[] = []
		for (let nth = 0; nth < count; nth += 1) {
			const guest = app.browser({ address: `${addresses}.${50 + Math.floor(nth / 12)}` })
			expect((await guest.post(`${path}/seat`)).status).toBe(201)
			guests.push(guest)
		}
		return guests
	}
	return { app, mum, drivers, start, board, path: await start() }
}

test('thirty new seats an hour for the guests of one address, and members have them beside [spec 14.12] [T42]', async () => {
	const { app, path, start } = await limited()
	const here = '198.51.100.7'
	const paths = [path, await start(), await start()]
	const guests = Array.from({ length: 30 }, () => app.browser({ address: here }))
	const seat = (nth: number) => `${paths[Math.floor(nth / 12)]}/seat`
	for (const [nth, guest] of guests.entries()) expect((await guest.post(seat(nth))).status).toBe(201)
	for (const guest of guests.slice(0, 3)) expect((await guest.post(seat(0))).status).toBe(201)

	const refused = await app.browser({ address: here }).post(seat(30))

	expect(refused).toMatchObject({ status: 429, cookies: [] })
	expect(refused.headers.get('retry-after')).toBe('120')
	expect((await app.browser({ address: '198.51.100.8' }).post(seat(30))).status).toBe(201)
	const dad = await app.member('dad', app.browser({ address: here }))
	expect((await dad.post(seat(30))).status).toBe(201)
	app.wait(120)
	expect((await app.browser({ address: here }).post(seat(30))).status).toBe(201)
})

test('twelve guests of one address get into one car, members beside them; a seat that is left is free again [T79]', async () => {
	const { app, mum, path, board } = await limited()
	const [first] = await board(path, 12)
	const there = () => app.browser({ address: '198.51.100.50' })
	const refused = { status: 409, body: { code: 'too_many_guests' }, cookies: [] }

	expect(await there().post(`${path}/seat`)).toMatchObject(refused)
	expect((await first?.post(`${path}/seat`))?.status).toBe(201)
	expect((await (await app.member('dad', there())).post(`${path}/seat`)).status).toBe(201)
	expect((await app.browser({ address: '198.51.100.9' }).post(`${path}/seat`)).status).toBe(201)
	app.wait(DAY_SECONDS)
	expect(await there().post(`${path}/seat`)).toMatchObject(refused)
	await first?.delete(`${path}/seat`)
	await mum.delete(`${path}/seat`)
	expect((await there().post(`${path}/seat`)).status).toBe(201)
	expect(await there().post(`${path}/seat`)).toMatchObject(refused)
})

test('a trip opens as many verdicts of guests as a driver may have in an hour; a draw decides, and the others read so [T79]', async () => {
	const { app, mum, drivers, path, board } = await limited()
	const [driver, other] = drivers
	if (!driver || !other) throw new Error('Nobody drives')
	const guests = await board(path, 35)
	const dad = await app.member('dad')
	await dad.post(`${path}/seat`)
	await app.rate(app.browser(), driver.id)
	const say = (who: TestBrowser, { id }: { id: number }) => who.put(`${path}/verdicts/${id}`, aRating({ driverId: id }))
	for (const guest of guests) expect((await say(guest, driver)).status).toBe(200)
	for (const who of [mum, dad, ...guests.slice(0, 3)]) expect((await say(who, other)).status).toBe(200)
	expect((await say(dad, driver)).status).toBe(200)
	const rides = async ({ id }: { id: number }) =>
		((await app.browser().get(`/api/drivers/${id}/stats`)).body as { totalRides: number }).totalRides

	await mum.post(`${path}/open`)
	app.wait(OPENS_IN_MS / 1000)
	await openDueTrips(app.context)
	const opened = await mum.get(path)

	expect([await rides(driver), await rides(other)]).toEqual([1 + 29 + 1, 5])
	expect(opened.body).not.toHaveProperty('notDrawn')
	const slips = (opened.body as Trip).show?.drivers.map(({ slips }) => slips.length)
	expect(slips?.toSorted((one, next) => next - one).slice(0, 2)).toEqual([29 + 1, 5])
	const left: TestBrowser[] = []
	for (const guest of guests) {
		const { notDrawn } = (await guest.get(path)).body as Trip
		const mine = (await guest.get('/api/ratings')).body as GivenRating[]
		expect(mine.filter((one) => one.notDrawn).map(({ driverId }) => driverId)).toEqual(notDrawn ?? [])
		if (notDrawn) left.push(guest)
	}
	expect(left).toHaveLength(6)
	expect((await app.browser().post('/api/ratings', aRating({ driverId: driver.id }))).status).toBe(429)

	const [late, later] = left
	if (!late || !later) throw new Error('Nobody was left out')
	const idOf = async (guest: TestBrowser) =>
		((await guest.get('/api/ratings')).body as GivenRating[]).find((one) => one.notDrawn)?.id
	const id = await idOf(late)
	expect(await late.put(`/api/ratings/${id}`, aRating({ driverId: driver.id }))).toMatchObject({ status: 403 })
	expect(await late.post(`/api/ratings/${id}/picture`, { pool: 'DEFAULT', place: 0 })).toMatchObject({ status: 409 })
	expect((await late.delete(`/api/ratings/${id}`)).status).toBe(204)
	expect((await late.get(path)).body).not.toHaveProperty('notDrawn')
	const aunt = await app.member('aunt', later)
	expect((await aunt.get(path)).body).toMatchObject({ notDrawn: [driver.id] })
	expect((await aunt.post(`/api/ratings/${await idOf(aunt)}/not-mine`)).status).toBe(204)
	await openDueTrips(app.context)
	expect(await rides(driver)).toBe(31)
	expect(app.logged).toEqual([])
})

test('verdicts on a trip are limited as all ratings are, each guest by themself and not by the address of the car [spec 14.12] [T42]', async () => {
	const { app, drivers, path } = await limited()
	const guests = [app.browser(), app.browser(), app.browser()]
	const say = (who: (typeof guests)[number], { id }: { id: number }) =>
		who.put(`${path}/verdicts/${id}`, aRating({ driverId: id }))
	for (const guest of guests) {
		await guest.post(`${path}/seat`)
		for (const driver of drivers.slice(0, 5)) expect((await say(guest, driver)).status).toBe(200)
	}
	const [guest, sixth] = [guests[0], drivers[5]]
	if (!guest || !sixth) throw new Error('There is nobody to ask')

	expect(await say(guest, sixth)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
	await guest.post(`${path}/seat`)
	expect((await say(guest, sixth)).status).toBe(429)
	for (const driver of drivers.slice(0, 5)) expect((await say(guest, driver)).status).toBe(200)
	app.wait(12)
	expect((await say(guest, sixth)).status).toBe(200)
	for (let nth = 0; nth < 30; nth += 1) await say(guest, sixth)
	expect((await say(guest, sixth)).status).toBe(429)
})
