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
const KEPT_FOR_GUEST_MS = 30 * DAY_MS

/**
 * True if the member has rated the driver on the same unopened trip: adopting would count two verdicts of one person.
 */
export const isDouble = (
	{ queries: { trips } }: Pick<Context, 'queries'>,
	{ tripId, driverId, state }: Pick<RatingRow, 'tripId' | 'driverId' | 'state'>,
	rater: Viewer,
): boolean => tripId !== null && isSealed({ state }) && trips.ratingsOn(tripId, [driverId], rater).length > 0

/** A guest keeps a seat on a trip where some of their verdicts are still sealed. */
function adoptSeats(context: LongWriteContext, guestKey: string, userId: UserId) {
	const { trips } = context.queries
	for (const seat of trips.seatsOfGuest(guestKey)) {
		const member = { userId, guestKey: null }
		const isInTwice = trips.seatOf(seat.tripId, member) !== undefined
		if (trips.hasRatedOn(seat.tripId, guestKey)) trips.insertSeat({ tripId: seat.tripId, ...member })
		else if (isInTwice) trips.dropSeat(seat)
		else trips.giveSeatTo(seat, member)
		const trip = trips.tripById(seat.tripId)
		if (trip) notifyPassengers(context, trip)
	}
}

const guestSince = (now: Date) => new Date(now.getTime() - KEPT_FOR_GUEST_MS)

/** True if the member can adopt more than `max` of the guest's ratings. */
export const hasMoreToAdopt = ({ queries, clock }: Context, guestKey: string, userId: UserId, max: number): boolean =>
	queries.adopted.hasMoreToAdopt(guestKey, userId, guestSince(clock.now()), max)

export function adoptGuestRatings(context: LongWriteContext, guestKey: string, userId: UserId): number {
	return context.db.write(() => adoptWithinWrite(context, guestKey, userId))
}

function adoptWithinWrite(context: LongWriteContext, guestKey: string, userId: UserId): number {
	const { queries, clock, live } = context
	const { ratings, adopted } = queries
	const repeats = repeatedRequests(context)
	const now = clock.now()
	adopted.dropAdoptedBefore(new Date(now.getTime() - TAKEN_ALONG_MS))
	adopted.dropNotMineBefore(guestSince(now))
	const member = { userId, guestKey: null }
	const found = adopted.adoptableRatings(guestKey, userId, guestSince(now)).filter((rating) => {
		if (!isDouble(context, rating, member)) return true
		ratings.dropRating(rating)
		return false
	})
	if (found.length > 0) {
		repeats.dropOldKeys()
		for (const rating of found) {
			// Keeps a late retry from saving it again, whether the guest or the member sends it.
			repeats.keepKeyOf(rating)
			if (rating.requestKey !== null && repeats.ratingOfKey(userId, rating.requestKey) !== 'unused')
				ratings.dropRequestKey(rating)
		}
		const ids = found.map(({ id }) => id)
		const driverIds = found.map(({ driverId }) => driverId)
		const hadPlaceholder = adopted.dropPlaceholders(userId, driverIds)
		adopted.giveAllTo(ids, userId)
		adopted.insertAdopted(ids, { userId, guestKey, takenAt: now, hadPlaceholder })
		live.notify(userId, 'home')
	}
	adoptSeats(context, guestKey, userId)
	queries.notices.moveNotices(guestKey, member)
	queries.sent.movePages(guestKey, member)
	return adopted.countAdopted(guestKey, userId)
}
