import { GUEST_ID } from '#contract/ids.ts'
import { ARRIVES_AFTER_MS, OPENS_AFTER_MS, type TripState } from '#contract/trips.ts'
import type { Context } from '#server/context.ts'
import { oneByOne, openSealed, shuffled, withGuestsDrawn } from '#server/features/ratings/sealed/open-sealed.ts'
import type { TripRow } from './trips.queries.ts'

const DAY_MS = 86_400_000
/** For so long the receipt of a trip stays. */
const KEPT_MS = 90 * DAY_MS
/** So long after it was made a trip goes that only its maker was on, or on which nobody said anything. */
const IDLE_KEPT_MS = 7 * DAY_MS

/** When it has arrived, or will have by itself. */
const arrivalOf = ({ arrivedAt, createdAt }: TripRow): Date =>
	arrivedAt ?? new Date(createdAt.getTime() + ARRIVES_AFTER_MS)

export function stateOf(trip: TripRow, now: Date): TripState {
	if (trip.openedAt !== null) return 'open'
	return arrivalOf(trip) <= now ? 'rating' : 'boarding'
}

/** What says that it was made or has arrived a day from now was made while the clock was wrong, and waits no longer. */
const isDue = (trip: TripRow, now: Date): boolean =>
	Math.abs(now.getTime() - arrivalOf(trip).getTime()) >= OPENS_AFTER_MS

/** Tells everybody in the car, and its maker, that the trip has changed. Never because one of them rates. */
export function tellCar({ queries, live }: Context, trip: TripRow) {
	for (const member of queries.trips.membersOf(trip)) live.tell(member, 'trip')
}

/**
 * What was said on it becomes ratings of one moment. Drivers and verdicts come in an order that tells nothing, and who was in is
 * forgotten. Verdicts of guests count towards their driver's limit of guest ratings; those for which it leaves no room, by a
 * draw, stay sealed. Within a write.
 */
export function openTrip(context: Context, trip: TripRow): TripRow {
	const { queries, clock } = context
	const at = clock.now()
	tellCar(context, trip)
	const ofDrivers = Map.groupBy(queries.trips.sealedOn(trip.id), ({ driverId }) => driverId)
	for (const [driverId, sealed] of shuffled([...ofDrivers])) {
		const guests = sealed.filter(({ raterId }) => raterId === GUEST_ID).length
		const room = context.limits.guestRatingsOfDriver.takeUpTo(driverId, guests)
		openSealed(context, driverId, withGuestsDrawn(sealed, room), at)
	}
	return queries.trips.markOpen(trip, {
		arrivedAt: arrivalOf(trip),
		openedAt: at,
		seats: queries.trips.seatCountOf(trip.id),
	})
}

/** Opens it once everybody in the car has rated all drivers but themself. One alone in the car would shut out the others. */
export function openIfComplete(context: Context, trip: TripRow): void {
	const { trips } = context.queries
	const seats = trips.seatsOf(trip.id)
	if (seats.length < 2) return
	const drivers = trips.driversOf(trip.id)
	const said = trips.sealedOn(trip.id).map(({ driverId, raterId, guestKey }) => `${driverId} ${guestKey ?? raterId}`)
	const isSaid = new Set(said)
	const isComplete = seats.every(({ userId, guestKey }) =>
		drivers.every(({ id }) => id === userId || isSaid.has(`${id} ${guestKey ?? userId}`)),
	)
	if (isComplete && said.length > 0) openTrip(context, trip)
}

/** Opens what is due, each trip in a transaction of its own, and lets go of what is old. */
export async function openDueTrips(context: Context, isOver = () => false): Promise<void> {
	const { trips } = context.queries
	const ago = (ms: number) => new Date(context.clock.now().getTime() - ms)
	await oneByOne(context, {
		due: () => trips.tripsNotOpen().filter((trip) => isDue(trip, context.clock.now())),
		// Looked up again within the write: until then its maker may have opened or deleted it.
		act: ({ id }) => {
			const trip = trips.tripById(id)
			if (trip?.openedAt === null) openTrip(context, trip)
		},
		failure: 'A road trip could not be opened',
		isOver,
	})
	await oneByOne(context, {
		due: () => trips.tripsToDrop({ openedUntil: ago(KEPT_MS), idleMadeUntil: ago(IDLE_KEPT_MS) }),
		act: (id) => trips.dropTrip(id),
		failure: 'An old road trip could not be deleted',
		isOver,
	})
}
