import type { Context } from '#server/context.ts'
import type { RatingRow } from './ratings.queries.ts'
import { type EarlierAnswer, repeatedRequests } from './repeated-requests.ts'

/** The guest keys of one request: of the cookie that came with it, if any, and of the one that its answer sets. */
export type GuestKeys = { presented: string | null; next: string }

/**
 * Each rating of a guest sets a new cookie, and what that guest said before moves to it. On plain http a neighbour of this
 * host can plant a cookie in a browser: from its first rating on, the planted one opens nothing. All within one write.
 */
export function guestCookies(context: Context) {
	const { limits } = context
	const { ratings, takenAlong } = context.queries
	const repeats = repeatedRequests(context)

	const move = (from: string, to: string) => {
		ratings.moveGuest(from, to)
		takenAlong.moveGuestOfTakenAlong(from, to)
		for (const limit of [limits.guestRatings, limits.guestRatingsHourly, limits.ratingChanges])
			limit.rename(`guest ${from}`, `guest ${to}`)
	}

	/**
	 * By the cookie alone. The person who planted it may have rated with it: the request keys of what moves find that one
	 * rating from then on, and bring nothing else along. `repeated` was sent by this very browser and keeps its key.
	 */
	const moveAlong = ({ presented, next }: GuestKeys, repeated?: RatingRow) => {
		if (presented === null || presented === next) return
		for (const rating of ratings.ratingsOfGuestWithKeys(presented)) {
			if (rating.id === repeated?.id) continue
			repeats.keepKeyOf(rating)
			ratings.dropRequestKey(rating)
		}
		move(presented, next)
	}

	return {
		/** What the limits of this guest count by. A cookie that no rating belongs to counts as none. */
		limitedAs: ({ presented, next }: GuestKeys): string =>
			presented !== null && ratings.isGuestKnown(presented) ? presented : next,

		moveAlong,

		/**
		 * The answer to a rating was lost, and so was the cookie: its key brings all that this guest has said. Answers whether the
		 * rating is a guest's still; a member may have kept it.
		 */
		bringAlong({ rating, isKeyInRow }: EarlierAnswer, keys: GuestKeys): boolean {
			const { guestKey } = rating
			if (guestKey === null) return false
			moveAlong(keys, rating)
			if (guestKey === keys.presented || guestKey === keys.next) return true
			if (isKeyInRow) move(guestKey, keys.next)
			else ratings.setGuestKey(rating, keys.next)
			return true
		},
	}
}
