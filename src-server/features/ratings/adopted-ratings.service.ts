import { GUEST_ID, type RatingId, type UserId } from '#contract/ids.ts'
import { PLACEHOLDER, TAKEN_ALONG_MS } from '#contract/ratings.ts'
import { isSealed, RATING_STATE } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/http/problems.ts'
import { type LongWrites, longWritesHere } from '#server/long-writes/long-writes.ts'
import { adoptGuestRatings, countAdoptable, isDouble } from './adopt-guest-ratings.ts'
import { notifyRater } from './delete-rating.ts'
import { repeatedRequests } from './repeated-requests.ts'

/** So many ratings are taken along within a few milliseconds; more are taken along on a thread (long-writes.ts). */
const TAKEN_HERE_MAX = 250

/** Members take along what their browser rated as a guest, and can give each of it back for a day. */
export function takenAlongService(context: Context, longWrites: LongWrites = longWritesHere(context)) {
	const { db, queries, clock, live } = context
	const { ratings, takenAlong, trips } = queries
	const repeats = repeatedRequests(context)
	/** Members who were let in, by the guest whose ratings they take along after that write. */
	const due = new Map<string, UserId>()

	return {
		/**
		 * Within the write that lets a member in. Answers how many have come along from this browser within the last 24 hours: an
		 * answer that was lost is the same again. Many come along after that write, before it is answered.
		 */
		takeAlong(guestKey: string | null, userId: UserId): number {
			if (guestKey === null) return 0
			const { all, doubles } = countAdoptable(context, guestKey, userId)
			if (all <= TAKEN_HERE_MAX) return adoptGuestRatings(context, guestKey, userId)
			db.afterCommit(() => due.set(guestKey, userId))
			return all - doubles() + takenAlong.countTakenAlong(guestKey, userId)
		},

		/**
		 * After the write that let a member in, within the same turn. If the server ends before, they come along with the next
		 * log-in.
		 */
		async finishTakingAlong(guestKey: string | null): Promise<void> {
			const userId = guestKey === null ? undefined : due.get(guestKey)
			if (guestKey === null || userId === undefined) return
			due.delete(guestKey)
			await longWrites.alone(() => longWrites.run('takeAlong', guestKey, userId))
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
				if (isDouble(context, rating, guest)) ratings.dropRating(rating)
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
				notifyRater({ live }, rating)
			})
		},
	}
}
