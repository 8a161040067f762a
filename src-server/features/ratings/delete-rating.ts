import { GUEST_ID } from '#contract/known-ids.ts'
import { isSealed, isVerdict } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import { notifyHostsAfter } from '#server/features/live/notify-hosts.ts'
import type { RatingRow } from './ratings.queries.ts'
import { repeatedRequests } from './repeated-requests.ts'

/**
 * Deletes a rating that its rater withdrew or a host removed. Triggers update the driver's card, and withdraw the
 * notice unless another rating is new to the driver. Call inside a write transaction.
 */
export function deleteRating(context: Context, rating: RatingRow) {
	const { users, ratings } = context.queries
	const { driverId } = rating
	const repeats = repeatedRequests(context)
	repeats.dropOldKeys()
	repeats.keepKeyOfTakenBack(rating)
	const hadNotice = users.userById(driverId)?.isLatestRatingsSeen === false
	notifyHostsAfter(context, () => ratings.dropRating(rating))
	notifyRater(context, rating)
	if (!isVerdict(rating)) return
	users.refreshLastReceived(driverId)
	const hasNotice = users.userById(driverId)?.isLatestRatingsSeen === false
	if (hadNotice !== hasNotice) context.live.notify(driverId, 'notice')
}

/**
 * Only members are notified: the rater's home may have changed, and the driver's reply may be gone. Guests have
 * neither.
 */
export function notifyRater(
	{ live }: { live: Pick<Context['live'], 'notify'> },
	{ raterId, isReplyNew, state, tripId }: RatingRow,
) {
	if (raterId === GUEST_ID) return
	live.notify(raterId, 'home')
	if (isReplyNew) live.notify(raterId, 'replies')
	if (isSealed({ state }) && tripId !== null) live.notify(raterId, 'trip')
}
