import type { RecentRating } from '#contract/accounts.ts'
import type { RatingId, UserId } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import { getJudging, type Judging } from '#contract/judging.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import {
	cancelRating,
	changeRating,
	type DriverRating,
	type GivenRating,
	type GivenRatingsPage,
	getRating,
	giveRatingBack,
	listOwnRatings,
	listRatingsOfDriver,
	type NewRating,
	type OwnRating,
	PLACEHOLDER,
	type RatingImpressions,
	type RatingsPage,
	rateDriver,
	TAKEN_ALONG_MS,
	takeRatingBack,
} from '#contract/ratings.ts'
import { isSealed, isVerdict, RATING_STATE } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import { answer, keptRoute, route } from '#server/http/calls/route.ts'
import type { Viewer } from '#server/http/client.ts'
import type { NextGuest } from '#server/http/identity/identity.ts'
import { notFound, notSignedIn } from '#server/http/problems.ts'
import type { LongWrites } from '#server/long-writes/long-writes.ts'
import { once } from '#server/once.ts'
import { timeZoneOf } from '#server/settings/time-zone.ts'
import { adoptedRatingsService } from './adopted-ratings.service.ts'
import { guestCookies } from './guest-cookies.ts'
import { judgingOfGuest, judgingOfMember } from './judging.ts'
import { newRatings, readsNotices } from './new-rating.ts'
import { ratingChangeService } from './rating-changes.service.ts'
import { ratingLimits } from './rating-limits.ts'
import { broughtRating, driverRating, findCursor, givenRating, isTheirs, ownRating } from './rating-views.ts'
import type { GivenRatingRow } from './ratings.queries.ts'
import { repeatedRequests } from './repeated-requests.ts'
import { eveningUntil } from './sealed/evening-post.ts'

export type RatingRequest = NextGuest & { viewer: Viewer; address: string; requestKey: string | null }

/** A rater who comes back within this time is asked whether it was another ride. */
const SAME_RIDE_MS = 6 * 3_600_000

type BroughtCursor = Parameters<Context['queries']['imports']['broughtNewestFirst']>[2]

/** `isNew` is false for a retry. */
type SavedRating = { rating: OwnRating; isNew: boolean }

export function ratingService(context: Context) {
	const { db, queries, log, clock, config } = context
	const { ratings, imports } = queries
	const { partiesOf, driverAt, refuseOwnDriving, save } = newRatings(context)
	const repeats = repeatedRequests(context)
	const cookies = guestCookies(context)
	const limits = ratingLimits(context)
	const timeZone = once(() => timeZoneOf(config))

	/** Call inside a write transaction, because the data may have changed since the request arrived. */
	function saveRating(request: RatingRequest, sent: NewRating): SavedRating {
		const parties = partiesOf(request.viewer, sent.driverId)
		const { raterId, driver } = parties
		const isMember = raterId !== GUEST_ID
		refuseOwnDriving(driver, request.viewer)
		const isPlaceholder = sent.isPlaceholder ?? false
		if (isPlaceholder && !isMember) throw notSignedIn('sign_in_to_add')
		const isToBeSealed = sent.delivery === 'evening' && !isPlaceholder && readsNotices(driver)
		const state = RATING_STATE[isPlaceholder ? 'placeholder' : isToBeSealed ? 'sealed' : 'verdict']
		const rating = { ...sent, ...(isPlaceholder && PLACEHOLDER), driverId: driver.id }
		const guestKeys = { presented: request.viewer.guestKey, next: request.nextGuestKey }
		const earlier = repeats.earlierAnswer(raterId, rating, request.requestKey)
		if (earlier) {
			if (!isMember && cookies.recoverRating(earlier, guestKeys)) db.afterCommit(request.keepGuest)
			// Shows the sender as the rater, so that a retry does not reveal which member has adopted it.
			const found = ownRating({ ...earlier.rating, raterId })
			return { rating: found, isNew: false }
		}
		const viewer = isMember ? request.viewer : { userId: null, guestKey: cookies.limitedAs(guestKeys) }
		const rater = { viewer, address: request.address }
		if (isPlaceholder) limits.checkPlaceholder(rater)
		else limits.checkNew(driver.id, isToBeSealed, rater)
		if (!isMember) cookies.moveRatings(guestKeys)

		const { row, isNew } = save(parties, {
			...verdictOf(rating),
			guestKey: isMember ? null : request.nextGuestKey,
			requestKey: request.requestKey,
			state,
		})
		if (isNew) repeats.dropOldKeys()
		if (isNew && !isMember) db.afterCommit(request.keepGuest)
		return { rating: ownRating(row), isNew }
	}

	function givenRatings(rows: readonly GivenRatingRow[], since = Number.POSITIVE_INFINITY): GivenRating[] {
		const onTrips = rows.flatMap(({ rating }) => (isSealed(rating) && rating.tripId !== null ? [rating.tripId] : []))
		const open = new Set(queries.trips.openAmong([...new Set(onTrips)]))
		return rows.map((row) => ({
			...givenRating(row),
			...(isRecent(row.takenAt, since) && { cameAlong: true as const }),
			...(isSealed(row.rating) &&
				row.rating.tripId !== null &&
				open.has(row.rating.tripId) && { notDrawn: true as const }),
		}))
	}

	const broughtRatings = (me: UserId, limit: number, before: BroughtCursor): GivenRating[] =>
		imports.broughtNewestFirst(me, limit, before).map((row) => broughtRating(row, me))

	return {
		rateDriver: (request: RatingRequest, sent: NewRating): Promise<SavedRating> =>
			db.writeTogether(() => saveRating(request, sent)),

		hasGuestRatings(guestKey: string): boolean {
			try {
				return ratings.ratingsByGuestNewestFirst(guestKey, 1).length > 0
			} catch (error) {
				log.warn(`A guest's ratings could not be looked for: ${error}`)
				return false
			}
		},

		ownRatings(viewer: Viewer, page: GivenRatingsPage): GivenRating[] {
			const { userId, guestKey } = viewer
			const { limit, before, placeholders, only } = page
			const isWithPlaceholders = placeholders === 'with'
			// Drivers of brought verdicts are not here, so the list by which clients find drivers leaves them out.
			const listsBrought = userId !== null && (only === 'brought' || !isWithPlaceholders)
			const cursor = listsBrought && before ? imports.broughtById(before) : undefined
			if (listsBrought && cursor?.userId === userId) return broughtRatings(userId, limit, cursor)
			if (only === 'brought' && before === undefined) return userId === null ? [] : broughtRatings(userId, limit, null)
			const rowId = findCursor(ratings, before, (rating) =>
				only === 'brought'
					? false
					: userId === null
						? guestKey !== null && rating.guestKey === guestKey
						: rating.raterId === userId,
			)?.id
			if (userId !== null) {
				const since = clock.now().getTime() - TAKEN_ALONG_MS
				const given = givenRatings(ratings.ratingsByMemberNewestFirst(userId, limit, rowId, isWithPlaceholders), since)
				return listsBrought && given.length < limit
					? [...given, ...broughtRatings(userId, limit - given.length, null)]
					: given
			}
			return guestKey === null ? [] : givenRatings(ratings.ratingsByGuestNewestFirst(guestKey, limit, rowId))
		},

		/**
		 * Undefined if there is none and time alone will not change that. Null if the evening post opened it, because nothing
		 * keeps when it was given.
		 */
		recentRatingOf(driverId: UserId, { userId, guestKey }: Viewer): RecentRating | null | undefined {
			const ofGuest = guestKey === null ? undefined : ratings.newestRatingByGuest(guestKey, driverId)
			const newest = userId === null ? ofGuest : ratings.newestRatingBy(userId, driverId)
			if (!newest || newest.state === RATING_STATE.placeholder) return undefined
			const { wireId, createdAt } = newest
			if (clock.now().getTime() - createdAt.getTime() >= SAME_RIDE_MS) return undefined
			if (eveningUntil(createdAt, timeZone()).getTime() === createdAt.getTime()) return null
			return { id: wireId, ...verdictOf(newest), createdAt: createdAt.toISOString(), sealed: isSealed(newest) }
		},

		async judging({ userId, guestKey }: Viewer): Promise<Judging> {
			return userId === null ? judgingOfGuest(queries, guestKey) : await judgingOfMember(queries, userId)
		},

		rating(id: RatingId | null, viewer: Viewer): RatingImpressions {
			const found = id === null ? undefined : ratings.ratingById(id)
			const isOfThem = found && viewer.userId !== null && found.driverId === viewer.userId
			if (!found || !((isOfThem && isVerdict(found)) || isTheirs(found, viewer))) throw notFound('rating_not_found')
			return { id: found.wireId, ...verdictOf(found) }
		},

		ratingsOfDriver(id: UserId | null, { limit, before }: RatingsPage): DriverRating[] {
			const { id: driverId } = driverAt(id)
			const rowId = findCursor(ratings, before, (rating) => rating.driverId === driverId && isVerdict(rating))?.id
			return ratings.ratingsOfDriverNewestFirst(driverId, limit, rowId).map(driverRating)
		},
	}
}

export function ratingFeature(context: Context, longWrites: LongWrites) {
	const { hasGuestRatings, recentRatingOf, ...ratings } = ratingService(context)
	const { adoptGuestRatings, finishAdopting, giveBack } = adoptedRatingsService(context, longWrites)
	const changes = ratingChangeService(context)
	return {
		hasGuestRatings,
		recentRatingOf,
		adoptGuestRatings,
		finishAdopting,
		routes: [
			route(listOwnRatings, ({ viewer, query }) => ratings.ownRatings(viewer, query)),
			route(getJudging, ({ viewer }) => ratings.judging(viewer)),
			route(rateDriver, async ({ body, headers, address, viewer, browser }) => {
				const requestKey = headers['Idempotency-Key'] ?? null
				const request = { viewer, address, requestKey, ...browser.nextGuest(headers['Browser-Key']) }
				const { rating, isNew } = await ratings.rateDriver(request, body)
				return isNew ? answer(201, rating) : answer(200, rating)
			}),
			route(getRating, ({ params, viewer }) => ratings.rating(params.id, viewer)),
			route(changeRating, ({ params, body, viewer, address }) => changes.change({ viewer, address }, params.id, body)),
			route(takeRatingBack, ({ params, viewer, address }) => changes.takeBack({ viewer, address }, params.id)),
			route(giveRatingBack, ({ params, me }) => giveBack(params.id, me), {
				limit: context.limits.smallWrites,
			}),
			route(cancelRating, ({ body, viewer, address }) => changes.cancel({ viewer, address }, body.requestKey)),
			keptRoute(listRatingsOfDriver, ({ params, query }) => ratings.ratingsOfDriver(params.id, query)),
		],
	}
}

const isRecent = (at: Date | null, since: number) => at !== null && at.getTime() > since
