import type { UserId } from '#contract/ids.ts'
import { TAKEN_ALONG_MS } from '#contract/ratings.ts'
import { isSealed } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import { notifyPassengers } from '#server/features/trips/opening-trips.ts'
import type { Viewer } from '#server/http/client.ts'
import type { LongWriteContext } from '#server/long-writes/long-write-context.ts'
import type { RatingRow } from './ratings.queries.ts'
import { repeatedRequests } from './repeated-requests.ts'

const DAY_MS = 86_400_000
/** As long as the guest's cookie lives. */
const KEPT_FOR_GUEST_MS = 30 * DAY_MS

/** Whether this member has rated the driver on the same trip, which is not open: then it would be said twice. */
export const isDouble = (
	{ queries: { trips } }: Pick<Context, 'queries'>,
	{ tripId, driverId, state }: Pick<RatingRow, 'tripId' | 'driverId' | 'state'>,
	rater: Viewer,
): boolean => tripId !== null && isSealed({ state }) && trips.saidOn(tripId, [driverId], rater).length > 0

/** A guest's seats become the member's. One stays with the guest of whom something is left to be opened. */
function adoptSeats(context: LongWriteContext, guestKey: string, userId: UserId) {
	const { trips } = context.queries
	for (const seat of trips.seatsOfGuest(guestKey)) {
		const member = { userId, guestKey: null }
		const isInTwice = trips.seatOf(seat.tripId, member) !== undefined
		if (trips.hasSaidOn(seat.tripId, guestKey)) trips.insertSeat({ tripId: seat.tripId, ...member })
		else if (isInTwice) trips.dropSeat(seat)
		else trips.giveSeatTo(seat, member)
		const trip = trips.tripById(seat.tripId)
		if (trip) notifyPassengers(context, trip)
	}
}

const guestSince = (now: Date) => new Date(now.getTime() - KEPT_FOR_GUEST_MS)

/**
 * The guest's ratings that the member can adopt, and how many of them will be deleted instead because the member rated
 * their drivers on the same trips.
 */
export function countAdoptable({ queries, clock }: Context, guestKey: string, userId: UserId) {
	const since = guestSince(clock.now())
	const { all, sealedOnTrips } = queries.takenAlong.countToTakeAlong(guestKey, userId, since)
	const member = { userId, guestKey: null }
	const doubles = () =>
		sealedOnTrips === 0
			? 0
			: queries.takenAlong
					.sealedOnTripsToTakeAlong(guestKey, userId, since)
					.filter((rating) => isDouble({ queries }, rating, member)).length
	return { all, doubles }
}

/** Answers how many a member has from this guest, taken along within the last 24 hours. */
export function adoptGuestRatings(context: LongWriteContext, guestKey: string, userId: UserId): number {
	return context.db.write(() => adoptWithinWrite(context, guestKey, userId))
}

function adoptWithinWrite(context: LongWriteContext, guestKey: string, userId: UserId): number {
	const { queries, clock, live } = context
	const { ratings, takenAlong } = queries
	const repeats = repeatedRequests(context)
	const now = clock.now()
	takenAlong.dropTakenAlongBefore(new Date(now.getTime() - TAKEN_ALONG_MS))
	takenAlong.dropNotMineBefore(guestSince(now))
	const member = { userId, guestKey: null }
	const found = takenAlong.ratingsToTakeAlong(guestKey, userId, guestSince(now)).filter((rating) => {
		if (!isDouble(context, rating, member)) return true
		ratings.dropRating(rating)
		return false
	})
	if (found.length > 0) {
		repeats.dropOldKeys()
		for (const rating of found) {
			// A late repeat must not save it again, whether it comes from the guest or from the member.
			repeats.keepKeyOf(rating)
			if (rating.requestKey !== null && repeats.ratingOfKey(userId, rating.requestKey) !== 'unused')
				ratings.dropRequestKey(rating)
		}
		const ids = found.map(({ id }) => id)
		const driverIds = found.map(({ driverId }) => driverId)
		const hadPlaceholder = takenAlong.dropPlaceholders(userId, driverIds)
		takenAlong.giveAllTo(ids, userId)
		takenAlong.insertTakenAlong(ids, { userId, guestKey, takenAt: now, hadPlaceholder })
		live.tell(userId, 'home')
	}
	adoptSeats(context, guestKey, userId)
	return takenAlong.countTakenAlong(guestKey, userId)
}
