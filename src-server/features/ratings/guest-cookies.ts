import type { Context } from '#server/context.ts'
import type { SeatRow } from '#server/features/trips/trips.queries.ts'
import type { RatingRow } from './ratings.queries.ts'
import { type EarlierAnswer, repeatedRequests } from './repeated-requests.ts'

/**
 * `presented` is the key from the request's cookie, if any; `next` is the key in the cookie that the response sets.
 */
export type GuestKeys = { presented: string | null; next: string }

/**
 * Each rating and each seat of a guest rotates the cookie, and moves the guest's earlier ratings and seats to the new
 * key. On plain HTTP a neighbouring host can plant a cookie in a browser; rotation makes the planted one useless from
 * the first rating on. Call inside a write transaction.
 */
export function guestCookies(context: Context) {
	const { limits } = context
	const { ratings, adopted, trips, notices, sent } = context.queries
	const repeats = repeatedRequests(context)

	/** If both keys have a seat in one car, one seat and one verdict per driver remain. */
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
		adopted.moveGuestOfAdopted(from, to)
		notices.moveNotices(from, { userId: null, guestKey: to })
		sent.movePages(from, { userId: null, guestKey: to })
		const { guestRatings, guestRatingsHourly, ratingChanges, verdictsOnDriver } = limits
		for (const limit of [guestRatings, guestRatingsHourly, ratingChanges, verdictsOnDriver])
			limit.rename(`guest ${from}`, `guest ${to}`)
	}

	/**
	 * Moves by the cookie alone. An attacker who planted it may have rated with it, so the request keys of moved ratings must
	 * find only that one rating from now on, and those of seats nothing. `repeated` came from this browser and keeps its
	 * key.
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
		/** The guest's key for rate limits. A cookie that has never rated is treated like no cookie. */
		limitedAs: ({ presented, next }: GuestKeys): string => {
			if (presented === null) return next
			const hasRated = ratings.isGuestKnown(presented) || limits.verdictsOnDriver.has(`guest ${presented}`)
			return hasRated ? presented : next
		},

		moveRatings,

		/**
		 * Recovers a guest who lost the response and its cookie: the request key proves who they are, and all their ratings
		 * move to the next guest key. Returns false if a member has adopted the rating.
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

		recoverSeat(seat: SeatRow, keys: GuestKeys): boolean {
			const { guestKey } = seat
			if (guestKey === null) return false
			moveRatings(keys, { seat })
			if (guestKey !== keys.presented && guestKey !== keys.next) move(guestKey, keys.next)
			return true
		},
	}
}
