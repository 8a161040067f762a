import type { PublicUser } from '#contract/accounts.ts'
import type { Trip } from '#contract/trips.ts'

const driver = (id: number, username: string): PublicUser => ({
	id,
	username,
	display_name: null,
	avatarId: 2,
	isGhost: false,
	claimedById: null,
})
export const bob = driver(7, 'uncle.bob')
export const maria = driver(8, 'maria')

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
