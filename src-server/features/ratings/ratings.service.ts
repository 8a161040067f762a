import { GUEST_ID, type RatingId, type UserId } from '#contract/ids.ts'
import type { DriverRating, NewRating, OwnRating, RatingImpressions, RatingsPage } from '#contract/ratings.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/http/client.ts'
import { notAllowed, notFound, notSignedIn, Refusal } from '#server/http/problems.ts'
import type { RatingRow } from './ratings.queries.ts'

const KEEP_GUEST_RATING_MS = 30 * 86_400_000

/** A rating request as the route understood it: who, from where, and the key that makes a retry safe. */
export type RatingRequest = { viewer: Viewer; guestKey: string; address: string; requestKey: string | null }

/** What 'add an existing driver' saves, whatever was sent. */
const PLACEHOLDER = { rideQuality: 'smooth', safetyFeeling: 'safe', vibeQuality: 'good', starRating: 5 } as const

export type RatingService = ReturnType<typeof ratingService>

export function ratingService({ db, queries: { users, hiddenDrivers, ratings }, limits, clock }: Context) {
	const driver = (id: UserId | null) => {
		const found = id === null ? undefined : users.driverOrClaimer(id)
		if (!found) throw notFound('Driver not found')
		return found
	}

	const checkLimits = (driverId: UserId, { viewer, guestKey, address }: RatingRequest) => {
		if (viewer.userId !== null) {
			limits.memberRatings.check(viewer.userId)
			limits.memberRatingsHourly.check(viewer.userId)
			limits.memberRatingsOfDriver.check(`${viewer.userId} ${driverId}`)
			return
		}
		for (const key of [`address ${address}`, `guest ${guestKey}`]) {
			limits.guestRatings.check(key)
			limits.guestRatingsHourly.check(key)
		}
		limits.guestRatingsOfDriver.check(driverId)
	}

	/** The rating that this very request made before, if it did. */
	const earlierAnswer = (raterId: UserId, rating: NewRating, request: RatingRequest): RatingRow | undefined => {
		const earlier = request.requestKey ? ratings.ratingByRequestKey(raterId, request.requestKey) : undefined
		if (!earlier) return undefined
		if (!isSameRating(earlier, rating))
			throw new Refusal({
				status: 409,
				code: 'key_reused',
				message: 'This Idempotency-Key was used for another rating',
			})
		// A guest whose answer got lost also lost the cookie: whoever knows the key is that guest.
		if (raterId === GUEST_ID && earlier.guestKey !== request.guestKey)
			db.write(() => ratings.setGuestKey(earlier, request.guestKey))
		return earlier
	}

	/** Where a page begins. A rating of another list, or a deleted one, is refused: start over. */
	const placeOf = (before: RatingsPage['before'], isInList: (rating: RatingRow) => boolean) => {
		if (before === undefined) return undefined
		const rating = before === null ? undefined : ratings.ratingById(before)
		if (!rating || !isInList(rating))
			throw new Refusal({ status: 400, code: 'unknown_before', message: 'That rating is not in this list any more' })
		return rating.id
	}

	return {
		/** Stores a rating; `isNew` is false when the answer is one that was there before. */
		rateDriver(request: RatingRequest, sent: NewRating): { rating: OwnRating; isNew: boolean } {
			const raterId = request.viewer.userId ?? GUEST_ID
			const { id: driverId } = driver(sent.driverId)
			if (driverId === request.viewer.userId)
				throw notAllowed('cannot_rate_self', 'Nice try. You cannot rate your own driving.')
			const isPlaceholder = sent.isPlaceholder ?? false
			if (isPlaceholder && request.viewer.userId === null) throw notSignedIn('You must be logged in to add a driver')
			const rating = { ...sent, ...(isPlaceholder && PLACEHOLDER), driverId }
			const earlier = earlierAnswer(raterId, rating, request)
			if (earlier) return { rating: ownRating(earlier), isNew: false }
			checkLimits(driverId, request)

			return db.write(() => {
				const at = clock.now()
				const { rideQuality, safetyFeeling, vibeQuality, starRating } = rating
				const isMember = raterId !== GUEST_ID
				const previous = isMember ? ratings.newestRatingBy(raterId, driverId) : undefined
				if (isMember) hiddenDrivers.unhide(raterId, driverId)
				if (isPlaceholder && previous) return { rating: ownRating(previous), isNew: false }
				const row = {
					driverId,
					raterId,
					rideQuality,
					safetyFeeling,
					vibeQuality,
					starRating,
					guestKey: isMember ? null : request.guestKey,
					requestKey: request.requestKey,
					isPlaceholder,
					createdAt: at,
				}
				// A row of its own: one that kept its id would show the driver whose rating it is.
				if (previous?.isPlaceholder) ratings.dropRating(previous)
				const saved = ratings.insertRating(row)
				if (!isPlaceholder) users.notifyDriver(driverId, at)
				return { rating: ownRating(saved), isNew: true }
			})
		},

		/** A guest who signs in keeps exactly the rating they came with: theirs by cookie, recent, and not of themself. */
		keepGuestRating(ratingId: RatingId, guestKey: string | null, userId: UserId) {
			db.write(() => {
				const rating = ratings.ratingById(ratingId)
				const isTheirs = rating?.raterId === GUEST_ID && guestKey !== null && rating.guestKey === guestKey
				if (!isTheirs || rating.driverId === userId) return
				if (clock.now().getTime() - rating.createdAt.getTime() > KEEP_GUEST_RATING_MS) return
				ratings.giveToMember(rating, userId)
				ratings.deleteReplacedPlaceholders(rating.driverId)
			})
		},

		/** The ratings that this viewer has given; none for a stranger. */
		ownRatings({ userId, guestKey }: Viewer, { limit, before }: RatingsPage): OwnRating[] {
			const place = placeOf(before, (rating) =>
				userId === null ? guestKey !== null && rating.guestKey === guestKey : rating.raterId === userId,
			)
			if (userId !== null) return ratings.ratingsByMemberNewestFirst(userId, limit, place).map(ownRating)
			return guestKey === null ? [] : ratings.ratingsByGuestNewestFirst(guestKey, limit, place).map(ownRating)
		},

		/** One rating, for its rater and its driver; to everybody else it does not exist. */
		rating(id: RatingId | null, { userId, guestKey }: Viewer): RatingImpressions {
			const found = id === null ? undefined : ratings.ratingById(id)
			const isTheirs =
				found &&
				((userId !== null && (found.raterId === userId || found.driverId === userId)) ||
					(found.raterId === GUEST_ID && guestKey !== null && found.guestKey === guestKey))
			if (!isTheirs) throw notFound('Rating not found')
			const { rideQuality, safetyFeeling, vibeQuality, starRating } = found
			return { id: found.wireId, rideQuality, safetyFeeling, vibeQuality, starRating }
		},

		ratingsOfDriver(id: UserId | null, { limit, before }: RatingsPage): DriverRating[] {
			const { id: driverId } = driver(id)
			const place = placeOf(before, (rating) => rating.driverId === driverId)
			return ratings.ratingsOfDriverNewestFirst(driverId, limit, place).map(driverRating)
		},
	}
}

const isSameRating = (row: RatingRow, sent: NewRating): boolean =>
	row.driverId === sent.driverId &&
	row.rideQuality === sent.rideQuality &&
	row.safetyFeeling === sent.safetyFeeling &&
	row.vibeQuality === sent.vibeQuality &&
	row.starRating === sent.starRating &&
	row.isPlaceholder === (sent.isPlaceholder ?? false)

const ownRating = (row: RatingRow): OwnRating => ({
	id: row.wireId,
	raterId: row.raterId,
	rater_id: row.raterId,
	driverId: row.driverId,
	driver_id: row.driverId,
	rideQuality: row.rideQuality,
	safetyFeeling: row.safetyFeeling,
	vibeQuality: row.vibeQuality,
	starRating: row.starRating,
	createdAt: row.createdAt.toISOString(),
})

/** Without the rater, and with the day only: nobody should be able to find out who gave the one star. */
const driverRating = (row: RatingRow): DriverRating => ({
	id: row.wireId,
	rideQuality: row.rideQuality,
	safetyFeeling: row.safetyFeeling,
	vibeQuality: row.vibeQuality,
	starRating: row.starRating,
	createdAt: row.createdAt.toISOString().slice(0, 10),
})
