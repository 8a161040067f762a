import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { ratings, trips } from '#db/schema.ts'
import { listenAs } from '#server/testing/live-listener.ts'
import { roadTripWith } from '#server/testing/road-trips.ts'
import type { TestMember } from '#server/testing/test-app.ts'
import { openDueTrips } from './due-trips.ts'

/** Mum's trip with dad and Uncle Bob at the wheel, which has arrived; aunt, who made nothing, and a guest are in, too. */
async function arrived() {
	const trip = await roadTripWith('mum', 'dad', 'aunt', 'bob')
	const { app, mum, dad, aunt } = trip
	const ghost = await app.ghost(mum)
	const token = await trip.start(mum, dad, ghost)
	const guest = app.browser()
	for (const who of [aunt, guest]) await trip.getIn(who, token)
	await trip.arrive(mum, token)
	const claim = (who: TestMember) => who.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
	const leave = (who: TestMember, given: 'stay' | 'go') =>
		who.delete(`/api/users/${who.id}`, { password: who.password, ratings: given })
	const resultsOnOpening = async () => {
		const { body } = await trip.open(mum, token)
		return (body as { results: { driverId: number; verdicts: number }[] }).results.map((one) => [
			one.driverId,
			one.verdicts,
		])
	}
	const sealed = () => app.db.orm.select().from(ratings).where(eq(ratings.state, 2)).all()
	return { ...trip, ghost, token, guest, claim, leave, resultsOnOpening, sealed }
}

test('of a ghost who is claimed the claimer stands in the list, and what was said stays said [spec 14.16]', async () => {
	const { mum, dad, aunt, bob, ghost, token, guest, claim, seeing, say, getIn, resultsOnOpening } = await arrived()
	await getIn(bob, token)
	await say(bob, token, ghost, 5)
	await say(aunt, token, ghost, 2)

	expect(await claim(bob)).toMatchObject({ status: 200, body: { transferredRatings: 0 } })

	expect((await seeing(mum, token)).drivers.map(({ id }) => id)).toEqual([dad.id, bob.id])
	expect(await seeing(aunt, token)).toMatchObject({ mine: [bob.id], said: [{ driverId: bob.id, starRating: 2 }] })
	// Nobody rates their own driving: what the claimer said of the ghost went with the claim.
	expect(await seeing(bob, token)).toMatchObject({ isIn: true, mine: [] })
	expect(await say(bob, token, ghost)).toMatchObject({ status: 403, body: { code: 'cannot_rate_self' } })
	for (const driver of [ghost, bob]) expect((await say(guest, token, driver, 4)).status).toBe(200)
	expect(await resultsOnOpening()).toEqual([
		[dad.id, 0],
		[bob.id, 2],
	])
	expect((await bob.get('/api/home')).body).toMatchObject({ me: { totalRides: 2, unseen: 2 } })
})

test('where ghost and claimer are both on the trip, each of those in the car has one voice on them [spec 14.16]', async () => {
	const { app, mum, bob, aunt, ghost, start, knows, getIn, arrive, seeing, say, claim, token, open } = await arrived()
	await mum.delete(`/api/trips/${token}`)
	await knows(mum, bob)
	const both = await start(mum, ghost, bob)
	await getIn(aunt, both)
	await arrive(mum, both)
	for (const driver of [ghost, bob]) await say(aunt, both, driver, driver === bob ? 5 : 1)
	await say(mum, both, ghost, 2)

	await claim(bob)

	expect((await seeing(mum, both)).drivers.map(({ id }) => id)).toEqual([bob.id])
	expect((await seeing(aunt, both)).said).toMatchObject([{ starRating: 5 }])
	expect((await seeing(mum, both)).said).toMatchObject([{ starRating: 2 }])
	expect((await open(mum, both)).body).toMatchObject({ results: [{ driverId: bob.id, verdicts: 2 }] })
	expect(app.logged).toEqual([])
})

test('a claim that is undone gives back what was said on the trip, before the claim and since [spec 14.16]', async () => {
	const { app, dad, aunt, bob, ghost, token, guest, claim, seeing, say, resultsOnOpening } = await arrived()
	await say(aunt, token, ghost, 2)
	await claim(bob)
	await say(guest, token, bob, 4)

	const undone = await (await app.host()).post(`/api/host/ghosts/${ghost.id}/undo-claim`)
	expect(undone).toMatchObject({ status: 200, body: { ratingsMoved: 0, knownBy: 'none' } })

	expect(await seeing(guest, token)).toMatchObject({ drivers: [{ id: dad.id }, { id: ghost.id }], mine: [ghost.id] })
	expect(await resultsOnOpening()).toEqual([
		[dad.id, 0],
		[ghost.id, 2],
	])
})

test('a claimer who leaves within the week gives back the ghost with what was said of it on the trip [spec 14.16]', async () => {
	const { dad, aunt, bob, ghost, token, guest, claim, leave, say, seeing, resultsOnOpening } = await arrived()
	await say(aunt, token, ghost, 2)
	await claim(bob)
	await say(guest, token, bob, 4)

	expect((await leave(bob, 'stay')).status).toBe(200)

	expect(await seeing(aunt, token)).toMatchObject({ drivers: [{ id: dad.id }, { id: ghost.id }], mine: [ghost.id] })
	expect(await resultsOnOpening()).toEqual([
		[dad.id, 0],
		[ghost.id, 2],
	])
})

test('a ghost who is deleted leaves the list, with what was said of it; sealed verdicts of others keep nobody from it [spec 14.16] [spec 14.28] [T42]', async () => {
	const { mum, dad, aunt, ghost, token, guest, seeing, say, resultsOnOpening, sealed } = await arrived()
	for (const who of [aunt, guest]) for (const driver of [dad, ghost]) await say(who, token, driver)

	expect((await mum.delete(`/api/ghost-drivers/${ghost.id}`)).status).toBe(204)

	expect(sealed()).toHaveLength(2)
	expect(await seeing(aunt, token)).toMatchObject({ drivers: [{ id: dad.id }], mine: [dad.id] })
	expect((await say(aunt, token, ghost)).status).toBe(404)
	expect(await resultsOnOpening()).toEqual([[dad.id, 2]])
})

test('a driver who leaves is gone from the list, and the others’ trip goes on [spec 14.16]', async () => {
	const { dad, aunt, ghost, token, leave, seeing, say, resultsOnOpening } = await arrived()
	for (const driver of [dad, ghost]) await say(aunt, token, driver)

	await leave(dad, 'stay')

	expect(await seeing(aunt, token)).toMatchObject({ drivers: [{ id: ghost.id }], mine: [ghost.id] })
	expect(await resultsOnOpening()).toEqual([[ghost.id, 1]])
})

test.each([
	['stay', 1],
	['go', 0],
] as const)(
	'a rater who leaves with ‘%s’ is no longer in the car, and what they said is opened or not [spec 14.16]',
	async (given, verdicts) => {
		const { app, mum, dad, aunt, token, leave, seeing, say, resultsOnOpening, sealed } = await arrived()
		await say(aunt, token, dad, 1)
		const stream = await listenAs(app, mum)

		await leave(aunt, given)

		expect(await stream.heard()).toEqual(['trip'])
		expect(await seeing(mum, token)).toMatchObject({ seats: 2 })
		expect(sealed()).toHaveLength(verdicts)
		expect(sealed().every(({ raterId, guestKey }) => raterId === 1 && guestKey !== null)).toBe(true)
		expect((await resultsOnOpening())[0]).toEqual([dad.id, verdicts])
	},
)

test('the trip of a maker who leaves goes on without one, and opens when all have rated all [spec 14.16]', async () => {
	const { app, mum, dad, aunt, ghost, token, guest, leave, seeing, passOpenings, say } = await arrived()
	await app.rate(aunt, ghost.id)
	await leave(mum, 'go')
	expect(app.rows(trips)).toMatchObject([{ makerId: null }])
	expect((await aunt.post(`/api/trips/${token}/open`)).status).toBe(403)

	for (const who of [aunt, guest]) for (const driver of [dad, ghost]) await say(who, token, driver)

	await passOpenings()
	expect(await seeing(guest, token)).toMatchObject({ state: 'open', seats: 2, isMaker: false })
})

test('the opening is announced at the next look if the last one who had not rated leaves Backseat [spec 14.16]', async () => {
	const { app, mum, dad, aunt, ghost, token, guest, leave, seeing, say } = await arrived()
	for (const who of [mum, guest]) for (const driver of [dad, ghost]) await say(who, token, driver)
	await openDueTrips(app.context)
	expect(await seeing(guest, token)).toMatchObject({ state: 'rating', opensAt: null })

	await leave(aunt, 'go')
	await openDueTrips(app.context)

	expect(await seeing(guest, token)).toMatchObject({ state: 'rating', opensAt: expect.any(String) })
})

test('a trip of which no driver is left is opened, deleted and drawn without harm [spec 14.16]', async () => {
	const { app, mum, dad, ghost, token, leave, seeing, resultsOnOpening } = await arrived()
	await leave(dad, 'go')
	await mum.delete(`/api/ghost-drivers/${ghost.id}`)

	expect(await seeing(mum, token)).toMatchObject({ drivers: [], seats: 3 })
	expect(await resultsOnOpening()).toEqual([])
	expect((await mum.get(`/api/trips/${token}/pictures`)).status).toBe(404)
	expect((await app.browser().get(`/trip/${token}`)).status).toBe(200)
	expect(app.logged).toEqual([])
})
