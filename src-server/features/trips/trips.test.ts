import { expect, test } from 'bun:test'
import { roadTripWith } from '#server/testing/road-trips.ts'

test('a member starts a trip, its link lets everybody see it, and they are in from the start [spec 14.1]', async () => {
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

test('once all in the car have rated all, it opens, and its receipt has means from three voices on [spec 14.7] [spec 14.9]', async () => {
	const { app, mum, dad, start, seeing, getIn, arrive, say } = await roadTripWith('mum', 'dad')
	const bob = await app.ghost(mum)
	const token = await start(mum, dad, bob)
	const guests = [app.browser(), app.browser()]
	for (const who of [dad, ...guests]) expect((await getIn(who, token)).status).toBe(201)
	await arrive(mum, token)
	for (const [nth, who] of [mum, dad, ...guests].entries()) {
		if (who !== dad) expect((await say(who, token, dad, nth + 1)).body).toMatchObject({ sealed: true, onTrip: true })
		expect(await say(who, token, bob, 5)).toMatchObject({ status: 200 })
	}

	expect(await seeing(mum, token)).toMatchObject({
		state: 'open',
		seats: 4,
		isIn: false,
		results: [
			{ driverId: dad.id, verdicts: 3, averageStar: 8 / 3, smooth: 100 },
			{ driverId: bob.id, verdicts: 4, averageStar: 5 },
		],
	})
	expect((await app.browser().get(`/api/drivers/${bob.id}/stats`)).body).toMatchObject({ totalRides: 4 })
})
