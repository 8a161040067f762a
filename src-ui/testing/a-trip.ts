import type { Trip } from '#contract/trips.ts'
import { aDriver } from './fake-server.ts'

export const bob = aDriver({ username: 'uncle.bob', display_name: null })
export const maria = aDriver({ id: 8, username: 'maria', display_name: null })

/** A trip to the sea with Uncle Bob and Maria, three people in the car. */
export const aTrip = (special: Partial<Trip> = {}): Trip => ({
	name: 'To the sea',
	state: 'boarding',
	drivers: [bob, maria],
	seats: 3,
	isMaker: false,
	isIn: false,
	mine: [],
	said: [],
	day: '2026-11-22',
	...special,
})
