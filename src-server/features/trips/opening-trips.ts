import type { UserId } from '#contract/ids.ts'
import { ARRIVES_AFTER_MS, OPENS_AFTER_MS, type TripState } from '#contract/trips.ts'
import { openSealed, shuffled, withGuestsDrawn } from '#server/features/ratings/sealed/open-sealed.ts'
import type { LongWriteContext } from '#server/long-writes/long-write-context.ts'
import type { TripRow } from './trips.queries.ts'

/** When it has arrived, or will have by itself. */
const arrivalOf = ({ arrivedAt, createdAt }: TripRow): Date =>
	arrivedAt ?? new Date(createdAt.getTime() + ARRIVES_AFTER_MS)

export function stateOf(trip: TripRow, now: Date): TripState {
	if (trip.openedAt !== null) return 'open'
	return arrivalOf(trip) <= now ? 'rating' : 'boarding'
}

/** What says that it was made or has arrived a day from now was made while the clock was wrong, and waits no longer. */
export const isDue = (trip: TripRow, now: Date): boolean =>
	Math.abs(now.getTime() - arrivalOf(trip).getTime()) >= OPENS_AFTER_MS

/** Tells everybody in the car, and its maker, that the trip has changed. Never because one of them rates. */
export function notifyPassengers({ queries, live }: Pick<LongWriteContext, 'queries' | 'live'>, trip: TripRow) {
	for (const member of queries.trips.membersOf(trip)) live.tell(member, 'trip')
}

/** For how many verdicts of guests the limit of guest ratings has room, by driver. */
export type GuestRoom = ReadonlyMap<UserId, number>

/**
 * What was said on it becomes ratings of one moment. Drivers and verdicts come in an order that tells nothing, and who was in is
 * forgotten. Verdicts of guests for which there is no room, by a draw, stay sealed. Within a write.
 */
export function openTrip(context: LongWriteContext, trip: TripRow, room: GuestRoom): TripRow {
	const { queries, clock } = context
	const at = clock.now()
	notifyPassengers(context, trip)
	const ofDrivers = Map.groupBy(queries.trips.sealedOn(trip.id), ({ driverId }) => driverId)
	for (const [driverId, sealed] of shuffled([...ofDrivers]))
		openSealed(context, driverId, withGuestsDrawn(sealed, room.get(driverId) ?? 0), at)
	return queries.trips.markOpen(trip, {
		arrivedAt: arrivalOf(trip),
		openedAt: at,
		seats: queries.trips.seatCountOf(trip.id),
	})
}

/** A job of long-writes.ts. */
export function openTripNow(context: LongWriteContext, tripId: TripRow['id'], room: GuestRoom): void {
	context.db.write(() => {
		const trip = context.queries.trips.tripById(tripId)
		if (trip?.openedAt === null) openTrip(context, trip, room)
	})
}
