import { GUEST_ID, type RatingId, type UserId } from '#contract/ids.ts'
import { PLACEHOLDER, TAKEN_ALONG_MS } from '#contract/ratings.ts'
import { isSealed, RATING_STATE } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import { tellCar } from '#server/features/trips/opening-trips.ts'
import type { Viewer } from '#server/http/client.ts'
import { notFound } from '#server/http/problems.ts'
import type { RatingRow } from './ratings.queries.ts'
import { repeatedRequests } from './repeated-requests.ts'
import { tellRater } from './take-out.ts'

const DAY_MS = 86_400_000
/** As long as the guest's cookie lives. */
const KEPT_FOR_GUEST_MS = 30 * DAY_MS

/** Members take along what their browser rated as a guest, and can give each of it back for a day. */
export function takenAlongService(context: Context) {
	const { db, queries, clock, live } = context
	const { ratings, takenAlong, trips } = queries
	const repeats = repeatedRequests(context)

	/** Whether this member has rated the driver on the same trip, which is not open: then it would be said twice. */
	const isDouble = ({ tripId, driverId, state }: RatingRow, rater: Viewer): boolean =>
		tripId !== null && isSealed({ state }) && trips.saidOn(tripId, [driverId], rater).length > 0

	/** A guest's seats become the member's. One stays with the guest of whom something is left to be opened. */
	const takeSeats = (guestKey: string, userId: UserId) => {
		for (const seat of trips.seatsOfGuest(guestKey)) {
			const member = { userId, guestKey: null }
			const isInTwice = trips.seatOf(seat.tripId, member) !== undefined
			if (trips.hasSaidOn(seat.tripId, guestKey)) trips.insertSeat({ tripId: seat.tripId, ...member })
			else if (isInTwice) trips.dropSeat(seat)
			else trips.giveSeatTo(seat, member)
			const trip = trips.tripById(seat.tripId)
			if (trip) tellCar(context, trip)
		}
	}

	return {
		/**
		 * Within the write that lets a member in. Answers how many have come along from this browser within the last 24 hours: an
		 * answer that was lost is the same again.
		 */
		takeAlong(guestKey: string | null, userId: UserId): number {
			if (guestKey === null) return 0
			const now = clock.now()
			const before = (ms: number) => new Date(now.getTime() - ms)
			takenAlong.dropTakenAlongBefore(before(TAKEN_ALONG_MS))
			takenAlong.dropNotMineBefore(before(KEPT_FOR_GUEST_MS))
			const member = { userId, guestKey: null }
			const found = takenAlong.ratingsToTakeAlong(guestKey, userId, before(KEPT_FOR_GUEST_MS)).filter((rating) => {
				if (!isDouble(rating, member)) return true
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
			takeSeats(guestKey, userId)
			return takenAlong.countTakenAlong(guestKey, userId)
		},

		/** 404 for everybody but the member who took it along within the last 24 hours. */
		giveBack(id: RatingId, me: UserId): undefined {
			db.write(() => {
				const rating = ratings.ratingById(id)
				const taken = rating?.raterId === me ? takenAlong.takenAlong(rating) : undefined
				const now = clock.now()
				if (!rating || !taken || now.getTime() - taken.takenAt.getTime() >= TAKEN_ALONG_MS)
					throw notFound('Rating not found')
				repeats.dropOldKeys()
				repeats.keepKeyOf(rating)
				const guest = { userId: null, guestKey: taken.guestKey }
				if (isDouble(rating, guest)) ratings.dropRating(rating)
				else {
					ratings.giveTo(rating, { raterId: GUEST_ID, guestKey: taken.guestKey, requestKey: null })
					takenAlong.dropTakenAlong(rating)
					takenAlong.insertNotMine({ ratingId: rating.id, userId: me, createdAt: now })
					// It was said by another person in the car.
					if (rating.tripId !== null && isSealed(rating) && trips.tripById(rating.tripId)?.openedAt === null)
						trips.insertSeat({ tripId: rating.tripId, ...guest })
				}
				if (taken.hadPlaceholder && !ratings.newestRatingBy(me, rating.driverId))
					ratings.insertRating({
						...PLACEHOLDER,
						state: RATING_STATE.placeholder,
						driverId: rating.driverId,
						raterId: me,
						createdAt: now,
					})
				tellRater({ live }, rating)
			})
		},
	}
}
