import type { RatingId } from '#contract/ids.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import { CHANGEABLE_MS, type OwnRating, type RatingChange } from '#contract/ratings.ts'
import { isPlaceholder, isSealed } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import { notifyHostsAfter } from '#server/features/live/notify-hosts.ts'
import type { Viewer } from '#server/http/client.ts'
import { notFound, refusal } from '#server/http/problems.ts'
import { deleteRating, notifyRater } from './delete-rating.ts'
import { ratingLimits } from './rating-limits.ts'
import { isTheirs, ownRating } from './rating-views.ts'
import type { RatingRow } from './ratings.queries.ts'
import { repeatedRequests } from './repeated-requests.ts'

export type Changer = { viewer: Viewer; address: string }

/** A rater can edit or withdraw a rating for 24 hours. The driver never learns who the rater is. */
export function ratingChangeService(context: Context) {
	const { db, queries, clock } = context
	const { ratings, trips } = queries
	const repeats = repeatedRequests(context)
	const limits = ratingLimits(context)

	const changeable = (id: RatingId, viewer: Viewer): RatingRow => {
		const rating = ratings.ratingById(id)
		if (!rating || isPlaceholder(rating) || !isTheirs(rating, viewer)) throw notFound('rating_not_found')
		return inTime(rating)
	}

	const inTime = (rating: RatingRow): RatingRow => {
		if (!isSealed(rating) && clock.now().getTime() - rating.createdAt.getTime() >= CHANGEABLE_MS)
			throw refusal({ status: 403, code: 'too_late', reason: 'too_late_to_change' })
		return rating
	}

	return {
		/** The rating keeps its id: a missing id would show the driver as much as the change does. */
		change(changer: Changer, id: RatingId, change: RatingChange): OwnRating {
			limits.checkChange(changer)
			return db.write(() => {
				const rating = changeable(id, changer.viewer)
				if (isSealed(rating) && rating.tripId !== null && trips.openAmong([rating.tripId]).length > 0)
					throw refusal({ status: 403, code: 'too_late', reason: 'left_out_and_fixed' })
				repeats.dropOldKeys()
				repeats.keepKeyOf(rating)
				notifyRater(context, rating)
				return ownRating(notifyHostsAfter(context, () => ratings.changeRating(rating, change)))
			})
		},

		takeBack(changer: Changer, id: RatingId): undefined {
			limits.checkChange(changer)
			db.write(() => deleteRating(context, changeable(id, changer.viewer)))
		},

		/**
		 * The key alone is the proof, because a guest whose first response was lost has no cookie. The driver gets no
		 * notice.
		 */
		cancel(changer: Changer, requestKey: string): undefined {
			limits.checkChange(changer)
			const raterId = changer.viewer.userId ?? GUEST_ID
			db.write(() => {
				repeats.dropOldKeys()
				const rating = repeats.ratingOfKey(raterId, requestKey)
				if (rating === null) return
				if (rating === 'unused') {
					limits.checkUnusedKey(changer)
					repeats.keepSpentKey(raterId, requestKey)
					return
				}
				// A member has adopted the guest's rating, or its rater has left.
				const isOthers = rating.raterId !== raterId || (raterId === GUEST_ID && rating.guestKey === null)
				if (isOthers || isPlaceholder(rating)) throw notFound('rating_not_found')
				deleteRating(context, inTime(rating))
			})
		},
	}
}
