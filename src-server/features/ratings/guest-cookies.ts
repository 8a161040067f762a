import type { Context } from '#server/context.ts'
import type { SeatRow } from '#server/features/trips/trips.queries.ts'
import type { RatingRow } from './ratings.queries.ts'
import { type EarlierAnswer, repeatedRequests } from './repeated-requests.ts'

/** The guest keys of one request: of the cookie that came with it, if any, and of the one that its answer sets. */
export type GuestKeys = { presented: string | null; next: string }

/**
 * Each rating of a guest, and each seat they take, sets a new cookie, and what that guest said before moves to it, with their seats. On plain http a neighbour of this
 * host can plant a cookie in a browser: from its first rating on, the planted one opens nothing. All within one write.
 */
export function guestCookies(context: Context) {
	const { limits } = context
	const { ratings, takenAlong, trips } = context.queries
	const repeats = repeatedRequests(context)

	/** Who turns out to be in one car twice has one seat and one verdict on each driver. */
	const moveSeats = (from: string, to: string) => {
		const seats = trips.seatsOfGuest(from)
		if (seats.length === 0) return
		trips.dropDoublesOfGuest(from, to)
		for (const seat of seats)
			if (trips.seatOf(seat.tripId, { userId: null, guestKey: to })) trips.dropSeat(seat)
			else trips.giveSeatTo(seat, { userId: null, guestKey: to })
	}

	const move = (from: string, to: string) => {
		moveSeats(from, to)
		ratings.moveGuest(from, to)
		takenAlong.moveGuestOfTakenAlong(from, to)
		for (const limit of [limits.guestRatings, limits.guestRatingsHourly, limits.ratingChanges])
			limit.rename(`guest ${from}`, `guest ${to}`)
	}

	/**
	 * By the cookie alone. The person who planted it may have rated with it: the request keys of what moves find that one
	 * rating from then on, and bring nothing else along; those of seats find nothing. `repeated` was sent by this very browser
	 * and keeps its key.
	 */
	const moveRatings = ({ presented, next }: GuestKeys, repeated: { rating?: RatingRow; seat?: SeatRow } = {}) => {
		if (presented === null || presented === next) return
		for (const rating of ratings.ratingsOfGuestWithKeys(presented)) {
			if (rating.id === repeated.rating?.id) continue
			repeats.keepKeyOf(rating)
			ratings.dropRequestKey(rating)
		}
		for (const seat of trips.seatsOfGuest(presented))
			if (seat.id !== repeated.seat?.id) trips.setSeatRequestKey(seat, null)
		move(presented, next)
	}

	return {
		/** What the limits of this guest count by. A cookie that no rating belongs to counts as none. */
		limitedAs: ({ presented, next }: GuestKeys): string =>
			presented !== null && ratings.isGuestKnown(presented) ? presented : next,

		moveAlong: moveRatings,

		/**
		 * The answer to a rating was lost, and so was the cookie: its key brings all that this guest has said. Answers whether the
		 * rating is a guest's still; a member may have kept it.
		 */
		recoverRating({ rating, isKeyInRow }: EarlierAnswer, keys: GuestKeys): boolean {
			const { guestKey } = rating
			if (guestKey === null) return false
			moveRatings(keys, { rating })
			if (guestKey === keys.presented || guestKey === keys.next) return true
			if (isKeyInRow) move(guestKey, keys.next)
			else ratings.setGuestKey(rating, keys.next)
			return true
		},

		/** The same for the answer to a seat. */
		recoverSeat(seat: SeatRow, keys: GuestKeys): boolean {
			const { guestKey } = seat
			if (guestKey === null) return false
			moveRatings(keys, { seat })
			if (guestKey !== keys.presented && guestKey !== keys.next) move(guestKey, keys.next)
			return true
		},
	}
}
