import type { RatingId, UserId } from '#contract/ids.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import { PLACEHOLDER, TAKEN_ALONG_MS } from '#contract/ratings.ts'
import { isSealed, RATING_STATE } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/http/problems.ts'
import { type LongWrites, longWritesHere } from '#server/long-writes/long-writes.ts'
import { adoptGuestRatings, hasMoreToAdopt, isDouble } from './adopt-guest-ratings.ts'
import { notifyRater } from './delete-rating.ts'
import { repeatedRequests } from './repeated-requests.ts'

/** Adopting this many takes a few milliseconds; a larger number runs on a thread (long-writes.ts). */
const TAKEN_HERE_MAX = 250

/** Members adopt the ratings that their browser gave as a guest, and can return each one for 24 hours. */
export function adoptedRatingsService(context: Context, longWrites: LongWrites = longWritesHere(context)) {
	const { db, queries, limits, clock, live } = context
	const { ratings, adopted, trips } = queries
	const repeats = repeatedRequests(context)
	const due = new Map<string, UserId>()

	return {
		/**
		 * Call inside the write that logs a member in. Returns the number adopted from this browser within 24 hours, so a
		 * retry after a lost response gets the same number. More than a few are adopted after that write, by
		 * `finishAdopting`, which also counts them.
		 */
		adoptGuestRatings(guestKey: string | null, userId: UserId): number {
			if (guestKey === null) return 0
			db.afterCommit(() => limits.verdictsOnDriver.rename(`guest ${guestKey}`, String(userId)))
			if (!hasMoreToAdopt(context, guestKey, userId, TAKEN_HERE_MAX))
				return adoptGuestRatings(context, guestKey, userId)
			db.afterCommit(() => due.set(guestKey, userId))
			return 0
		},

		/** Call after the log-in's write, in the same turn. If the server stops before, the next log-in adopts them. */
		async finishAdopting(guestKey: string | null): Promise<{ cameAlong: number } | undefined> {
			const userId = guestKey === null ? undefined : due.get(guestKey)
			if (guestKey === null || userId === undefined) return
			due.delete(guestKey)
			return { cameAlong: await longWrites.alone(() => longWrites.run('takeAlong', guestKey, userId)) }
		},

		giveBack(id: RatingId, me: UserId): undefined {
			db.write(() => {
				const rating = ratings.ratingById(id)
				const taken = rating?.raterId === me ? adopted.adoption(rating) : undefined
				const now = clock.now()
				if (!rating || !taken || now.getTime() - taken.takenAt.getTime() >= TAKEN_ALONG_MS)
					throw notFound('rating_not_found')
				repeats.dropOldKeys()
				repeats.keepKeyOf(rating)
				const guest = { userId: null, guestKey: taken.guestKey }
				if (isDouble(context, rating, guest)) ratings.dropRating(rating)
				else {
					ratings.giveTo(rating, { raterId: GUEST_ID, guestKey: taken.guestKey, requestKey: null })
					adopted.dropAdopted(rating)
					adopted.insertNotMine({ ratingId: rating.id, userId: me, createdAt: now })
					// The verdict is another passenger's, so that passenger needs a seat.
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
