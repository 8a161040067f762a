import { expect, test } from 'bun:test'
import type { OwnRating } from '#contract/ratings.ts'
import type { Trip } from '#contract/trips.ts'
import { ratings } from '#db/schema.ts'
import { roadTripWith } from '#server/testing/road-trips.ts'
import { aRating, type TestBrowser } from '#server/testing/test-app.ts'

test('a member starts a trip, is in from the start, and everybody with its link sees name, drivers and seats [spec 14.1] [spec 14.23]', async () => {
	const { app, mum, dad, start, seeing } = await roadTripWith('mum', 'dad')
	const token = await start(mum, dad, mum)

	expect(await seeing(mum, token)).toMatchObject({ isMaker: true, isIn: true })
	expect(await seeing(app.browser(), token)).toEqual({
		name: 'To the sea',
		state: 'boarding',
		drivers: [
			expect.objectContaining({ id: dad.id, username: 'dad' }),
			expect.objectContaining({ id: mum.id, username: 'mum' }),
		],
		seats: 1,
		isMaker: false,
		isIn: false,
		mine: [],
		said: [],
		day: '2026-01-14',
	})
})

test('its drivers are members and the maker’s own or rated ghosts, one to eight, none twice [spec 14.1] [spec 15.9]', async () => {
	const { app, mum, dad, aunt, seeing } = await roadTripWith('mum', 'dad', 'aunt')
	const post = (...driverIds: number[]) => mum.post('/api/trips', { name: 'To the sea', driverIds })
	const bob = await app.ghost(mum)
	const [foreign, rated] = [await app.ghost(dad, 'Uncle Joe'), await app.ghost(dad, 'Uncle Jim')]
	await app.rate(mum, rated.id)
	await app.rate(mum, 2)

	expect((await post(mum.id, bob.id, dad.id, rated.id)).status).toBe(201)
	for (const id of [foreign.id, 1, 2, 999]) expect(await post(dad.id, id)).toMatchObject({ status: 404 })
	for (const ids of [[], [dad.id, dad.id], [1, 2, 3, 4, 5, 6, 7, 8, 9]]) expect((await post(...ids)).status).toBe(400)
	expect((await mum.post('/api/trips', { name: ' x ', driverIds: [bob.id] })).status).toBe(400)

	await aunt.post('/api/ghost-drivers/claim', { token: bob.ghostClaimToken })
	await aunt.post('/api/ghost-drivers/claim', { token: foreign.ghostClaimToken })
	const { body } = await post(bob.id, foreign.id, aunt.id)
	const { drivers } = await seeing(mum, (body as { token: string }).token)
	expect(drivers.map(({ id }) => id)).toEqual([aunt.id])
})

test('a token that is malformed, unknown, or of a trip that was deleted is 404 for all, and so is each act there [spec 14.13]', async () => {
	const { app, mum, dad, start } = await roadTripWith('mum', 'dad')
	const token = await start(mum, dad)
	expect((await mum.delete(`/api/trips/${token}`)).status).toBe(204)
	const guest = app.browser()
	await app.rate(guest, dad.id)

	for (const unknown of [token, 'x', 'A'.repeat(32), 'A'.repeat(65), '%25', '..%2Fusers'])
		for (const who of [mum, dad, guest, app.browser()]) {
			const path = `/api/trips/${unknown}`
			const said = aRating({ driverId: 0 })
			const answers = [
				await who.get(path),
				await who.get(`${path}/pictures`),
				await who.post(`${path}/seat`),
				await who.delete(`${path}/seat`),
				await who.put(`${path}/verdicts/${dad.id}`, said),
				await who.post(`${path}/arrive`),
				await who.post(`${path}/open`),
				await who.delete(path),
			]
			for (const { status } of answers) expect(status).toBeOneOf([401, 404])
			expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([404, 404, 404])
			expect(answers[0]?.body).toMatchObject({ message: 'There is no such trip, or no longer.' })
		}
	expect(app.logged).toEqual([])
})

test('only its maker says that it has arrived, opens and deletes it [spec 14.4] [spec 14.23]', async () => {
	const { app, mum, dad, start, seeing, getIn } = await roadTripWith('mum', 'dad')
	const token = await start(mum, dad)
	await getIn(dad, token)
	const acts = (who: TestBrowser) => [
		() => who.post(`/api/trips/${token}/arrive`),
		() => who.post(`/api/trips/${token}/open`),
		() => who.delete(`/api/trips/${token}`),
	]

	for (const who of [dad, await app.host()])
		for (const act of acts(who)) expect(await act()).toMatchObject({ status: 403, body: { code: 'not_its_maker' } })
	for (const act of acts(app.browser())) expect((await act()).status).toBe(401)

	expect(await seeing(mum, token)).toMatchObject({ state: 'boarding', seats: 2 })
})

test('it arrives when its maker says so, or twelve hours after it was made, and not before that is opened [spec 14.4] [spec 14.23]', async () => {
	const { mum, dad, at, start, seeing, arrive, open } = await roadTripWith('mum', 'dad')
	const [said, forgotten] = [await start(mum, dad), await start(mum, dad)]

	expect(await open(mum, said)).toMatchObject({ status: 409, body: { code: 'not_arrived' } })
	for (const _ of ['once', 'again'])
		expect(await arrive(mum, said)).toMatchObject({ status: 200, body: { state: 'rating' } })
	at(12 - 1 / 3600)
	expect(await seeing(mum, forgotten)).toMatchObject({ state: 'boarding' })
	at(12)
	expect(await seeing(mum, forgotten)).toMatchObject({ state: 'rating' })
	expect(await arrive(mum, forgotten)).toMatchObject({ status: 200, body: { state: 'rating' } })
})

test('who is in rates each driver but themself, once it has arrived, and nobody else does [spec 14.2] [spec 14.23]', async () => {
	const { app, mum, dad, aunt, start, getIn, arrive, say } = await roadTripWith('mum', 'dad', 'aunt')
	const guest = app.browser()
	const token = await start(mum, dad, mum)
	await getIn(guest, token)
	await getIn(dad, token)

	for (const who of [mum, guest])
		expect(await say(who, token, dad)).toMatchObject({ status: 409, body: { code: 'not_arrived' } })
	await arrive(mum, token)
	const rated = app.browser()
	await app.rate(rated, dad.id)
	for (const who of [aunt, rated, await app.host()])
		expect(await say(who, token, dad)).toMatchObject({ status: 403, body: { code: 'not_in_the_car' } })
	expect((await say(app.browser(), token, dad)).status).toBe(401)
	const own = {
		status: 403,
		body: { code: 'cannot_rate_self', message: 'Nice try. You cannot rate your own driving.' },
	}
	expect(await say(dad, token, dad)).toMatchObject(own)
	expect((await mum.post('/api/ratings', aRating({ driverId: mum.id }))).body).toMatchObject(own.body)
	for (const id of [aunt.id, 2, 999]) expect((await say(mum, token, { id })).status).toBe(404)
	expect((await mum.put(`/api/trips/${token}/verdicts/x`, aRating({ driverId: 2 }))).status).toBe(400)
	expect((await mum.put(`/api/trips/${token}/verdicts/${dad.id}`, { starRating: 3 })).status).toBe(400)

	expect(await say(guest, token, dad)).toMatchObject({
		status: 200,
		body: { sealed: true, onTrip: true, driverId: dad.id },
	})
})

test('what names its rater is taken from nobody else: it may have waited in a browser that others use by now [spec 14.15]', async () => {
	const { app, mum, dad, start, getIn, arrive, seeing } = await roadTripWith('mum', 'dad')
	const token = await start(mum, dad)
	const guest = app.browser()
	await getIn(guest, token)
	await arrive(mum, token)
	const { driverId: _, ...said } = aRating({ driverId: dad.id })
	const say = (who: TestBrowser, raterId: number) =>
		who.put(`/api/trips/${token}/verdicts/${dad.id}`, { ...said, raterId })

	expect(await say(mum, 1)).toMatchObject({ status: 403, body: { code: 'not_yours' } })
	expect(await say(mum, dad.id)).toMatchObject({ status: 403 })
	expect(await say(guest, mum.id)).toMatchObject({ status: 401 })
	expect((await seeing(mum, token)).said).toEqual([])
	for (let times = 0; times < 2; times++)
		expect(await say(mum, mum.id)).toMatchObject({ status: 200, body: { raterId: mum.id } })
	expect(await say(guest, 1)).toMatchObject({ status: 200 })
})

test('nobody sees who is in, or that anybody has rated: only one’s own is told, by the own cookie [spec 14.3]', async () => {
	const { app, mum, dad, aunt, start, seeing, getIn, arrive, say } = await roadTripWith('mum', 'dad', 'aunt')
	const guest = app.browser()
	const token = await start(mum, dad)
	for (const who of [guest, aunt]) await getIn(who, token)
	await arrive(mum, token)
	const viewers = { mum, dad, stranger: app.browser(), host: await app.host() }
	const look = async () => {
		const seen: Record<string, unknown> = {}
		for (const [name, viewer] of Object.entries(viewers)) seen[name] = await seeing(viewer, token)
		return seen
	}
	const before = await look()

	await say(guest, token, dad, 1)
	await say(aunt, token, dad, 5)

	expect(await look()).toEqual(before)
	expect(await seeing(guest, token)).toMatchObject({ isIn: true, seats: 3, mine: [dad.id], said: [{ starRating: 1 }] })
	expect(await seeing(aunt, token)).toMatchObject({ isIn: true, mine: [dad.id], said: [{ starRating: 5 }] })
})

test('what one said is said anew by the same call, or changed and taken back as any rating, while it is sealed [spec 14.6]', async () => {
	const { app, mum, dad, start, seeing, getIn, arrive, say } = await roadTripWith('mum', 'dad')
	const guest = app.browser()
	const token = await start(mum, dad)
	await getIn(guest, token)
	await arrive(mum, token)

	const first = (await say(guest, token, dad, 1)).body as OwnRating
	expect((await say(guest, token, dad, 2)).body).toMatchObject({ id: first.id, starRating: 2, sealed: true })
	const { driverId: _, ...said } = aRating({ driverId: 0, starRating: 3 })
	expect((await guest.put(`/api/ratings/${first.id}`, said)).body).toMatchObject({ starRating: 3, onTrip: true })
	expect((await guest.get('/api/ratings')).body).toMatchObject([{ id: first.id, sealed: true, onTrip: true }])
	expect(await guest.post(`/api/ratings/${first.id}/picture`, { pool: 'DEFAULT', place: 0 })).toMatchObject({
		status: 409,
		body: { code: 'sealed', message: 'This verdict is sealed until the trip is opened.' },
	})
	expect(app.rows(ratings)).toHaveLength(2)

	expect((await guest.delete(`/api/ratings/${first.id}`)).status).toBe(204)
	expect(await seeing(guest, token)).toMatchObject({ isIn: true, mine: [] })
})

test('a verdict on a trip takes the place of a placeholder and unhides the driver, as any first rating [spec 14.5]', async () => {
	const { app, mum, dad, start, arrive, say } = await roadTripWith('mum', 'dad')
	const token = await start(mum, dad)
	await mum.post('/api/hidden-drivers', { userId: mum.id, driverId: dad.id })
	await arrive(mum, token)

	await say(mum, token, dad)

	expect(app.rows(ratings)).toMatchObject([{ driverId: dad.id, state: 2 }])
	expect((await mum.get('/api/home')).body).toMatchObject({ drivers: [{ id: dad.id, totalRides: 0 }] })
})

test('who gets out takes along what they said, and can get in again until it is open [spec 14.2]', async () => {
	const { app, mum, dad, aunt, start, seeing, getIn, getOut, arrive, open, say } = await roadTripWith(
		'mum',
		'dad',
		'aunt',
	)
	const token = await start(mum, dad)
	await getIn(aunt, token)
	await arrive(mum, token)
	await say(aunt, token, dad)

	for (const _ of ['once', 'again']) expect((await getOut(aunt, token)).status).toBe(204)

	expect(await seeing(aunt, token)).toMatchObject({ isIn: false, seats: 1, said: [] })
	expect((await aunt.get('/api/ratings')).body).toEqual([])
	for (const _ of ['once', 'again'])
		expect(await getIn(aunt, token)).toMatchObject({ status: 201, body: { isIn: true, seats: 2, mine: [] } })
	await getOut(mum, token)
	expect(await seeing(mum, token)).toMatchObject({ isMaker: true, isIn: false, seats: 1 })

	await open(mum, token)
	for (const act of [getIn, getOut])
		for (const who of [aunt, mum])
			expect(await act(who, token)).toMatchObject({ status: 409, body: { code: 'trip_is_open' } })
	expect(await say(aunt, token, dad)).toMatchObject({ status: 409, body: { code: 'trip_is_open' } })
	expect(await mum.delete(`/api/trips/${token}`)).toMatchObject({ status: 409, body: { code: 'trip_is_open' } })
	expect(app.logged).toEqual([])
})

test('a trip that is deleted takes what was said along, and no evening post opens it [spec 14.5] [spec 14.23]', async () => {
	const { app, mum, dad, start, arrive, say } = await roadTripWith('mum', 'dad')
	const bob = await app.ghost(mum)
	const token = await start(mum, dad, bob)
	await arrive(mum, token)
	for (const driver of [dad, bob]) await say(mum, token, driver)

	expect((await mum.delete(`/api/trips/${token}`)).status).toBe(204)

	expect(app.rows(ratings)).toEqual([])
})

test('a receipt has the means and shares of three voices or more, follows what is changed, and nobody was in [spec 14.9] [spec 14.11] [spec 14.27]', async () => {
	const { app, mum, dad, start, seeing, getIn, arrive, open, say } = await roadTripWith('mum', 'dad')
	const bob = await app.ghost(mum)
	const token = await start(mum, dad, bob)
	const guests = [app.browser(), app.browser()]
	for (const who of guests) await getIn(who, token)
	await arrive(mum, token)
	for (const [nth, who] of [mum, ...guests].entries()) await say(who, token, dad, nth + 3)
	const regretted = (await say(guests[0] as TestBrowser, token, bob, 5)).body as OwnRating
	expect(await mum.get(`/api/trips/${token}/pictures`)).toMatchObject({ status: 409, body: { code: 'sealed' } })

	const { body } = await open(mum, token)

	const ofDad = { driverId: dad.id, verdicts: 3, averageStar: 4, smooth: 100, safe: 100, goodVibes: 100 }
	const tooFew = { averageStar: null, smooth: null, safe: null, goodVibes: null }
	const results = [ofDad, { driverId: bob.id, verdicts: 1, ...tooFew }]
	expect(body).toMatchObject({ state: 'open', seats: 3, isIn: false, mine: [], said: [], results })
	const { show } = body as Trip
	expect((await seeing(mum, token)).show).toEqual(show)
	for (const who of [app.browser(), ...guests]) expect(await seeing(who, token)).toMatchObject({ isIn: false, results })
	expect(await app.browser().get(`/api/trips/${token}/pictures`)).toMatchObject({
		status: 200,
		body: { preview: expect.stringContaining('/previews/'), story: expect.stringContaining('/previews/') },
	})

	await guests[0]?.delete(`/api/ratings/${regretted.id}`)
	await guests[1]?.delete(`/api/ratings/${((await guests[1].get('/api/ratings')).body as OwnRating[])[0]?.id}`)
	expect((await seeing(mum, token)).results).toEqual([
		{ driverId: dad.id, verdicts: 2, ...tooFew },
		{ driverId: bob.id, verdicts: 0, ...tooFew },
	])
})
