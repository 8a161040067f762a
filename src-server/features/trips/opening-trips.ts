import type { UserId } from '#contract/ids.ts'
import { ARRIVES_AFTER_MS, OPENS_AFTER_MS, OPENS_IN_MS, type TripState } from '#contract/trips.ts'
import { openSealed, shuffled, withGuestsDrawn } from '#server/features/ratings/sealed/open-sealed.ts'
import type { LongWriteContext } from '#server/long-writes/long-write-context.ts'
import type { TripRow } from './trips.queries.ts'

type TripTimes = Pick<TripRow, 'createdAt' | 'arrivedAt' | 'openedAt'>

const arrivalOf = ({ arrivedAt, createdAt }: TripTimes): Date =>
	arrivedAt ?? new Date(createdAt.getTime() + ARRIVES_AFTER_MS)

export function stateOf(trip: TripTimes, now: Date): TripState {
	if (trip.openedAt !== null) return 'open'
	return arrivalOf(trip) <= now ? 'rating' : 'boarding'
}

/** An arrival more than a day ahead was recorded while the clock was wrong, so the trip is due. */
export const isAnnouncementDue = (trip: TripRow, now: Date): boolean =>
	trip.opensAt === null && Math.abs(now.getTime() - arrivalOf(trip).getTime()) >= OPENS_AFTER_MS

/** As above: an opening further ahead than announced is due. */
export const isOpeningDue = ({ opensAt }: TripRow, now: Date): boolean =>
	opensAt !== null && (opensAt <= now || opensAt.getTime() - now.getTime() > OPENS_IN_MS)

/** Never call this when a passenger rates: the others would see who rated. */
export function notifyPassengers({ queries, live }: Pick<LongWriteContext, 'queries' | 'live'>, trip: TripRow) {
	for (const member of queries.trips.membersOf(trip)) live.notify(member, 'trip')
}

export type GuestRoom = ReadonlyMap<UserId, number>

/**
 * Turns the sealed verdicts into ratings with one timestamp, in random order, so that no one can see who gave
 * which. Guest verdicts over the limit, drawn at random, stay sealed. Call inside a write transaction.
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

export function openTripNow(context: LongWriteContext, tripId: TripRow['id'], room: GuestRoom): void {
	context.db.write(() => {
		const trip = context.queries.trips.tripById(tripId)
		if (trip?.openedAt === null) openTrip(context, trip, room)
	})
}
