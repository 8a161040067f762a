import { GUEST_ID } from '#contract/ids.ts'
import { isSealed, isVerdict } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import { notifyHostsAfter } from '#server/features/live/notify-hosts.ts'
import type { RatingRow } from './ratings.queries.ts'
import { repeatedRequests } from './repeated-requests.ts'

/**
 * A rating goes, because its rater took it back or a host removed it. Triggers count it out of the card, and take the
 * notice back where nothing else is new to the driver, to whom nothing happens when a sealed one goes. Within a write.
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
	if (hadNotice !== hasNotice) context.live.tell(driverId, 'notice')
}

/**
 * What they see at home may be another list now, and what their driver answered may be gone. A guest's browser has neither
 * that could change.
 */
export function notifyRater(
	{ live }: { live: Pick<Context['live'], 'tell'> },
	{ raterId, isReplyNew, state, tripId }: RatingRow,
) {
	if (raterId === GUEST_ID) return
	live.tell(raterId, 'home')
	if (isReplyNew) live.tell(raterId, 'replies')
	if (isSealed({ state }) && tripId !== null) live.tell(raterId, 'trip')
}
