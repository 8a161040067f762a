import { expect, test } from 'bun:test'
import { aTrip } from '#ui/testing/a-trip.ts'
import { aMember, fakeServer } from '#ui/testing/fake-server.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { keptTrips, noteTrip } from './trips.memory.ts'

test('a trip stays in this browser for as long as its receipt is there, and five at most', () => {
	const day = 86_400_000
	for (let n = 0; n < 6; n++) noteTrip(`a-token-number-${n}`, 1, aTrip({ isIn: true }))
	expect(keptTrips().map(({ token }) => token)).toEqual([5, 4, 3, 2, 1].map((n) => `a-token-number-${n}`))
	expect(keptTrips(Date.now() + 89 * day)).toHaveLength(5)
	expect(keptTrips(Date.now() + 91 * day)).toEqual([])
	// A visitor who only viewed a trip does not store it.
	noteTrip('a-token-of-a-stranger', 1, aTrip())
	expect(keptTrips()).toHaveLength(5)
})

test('logging out forgets the trips of this browser', async () => {
	fakeServer({})
	noteTrip('a-token-of-a-trip', 1, aTrip({ isIn: true }))
	await openedApp(aMember())
		.session.signOut()
		.catch(() => undefined)
	expect(keptTrips()).toEqual([])
})
