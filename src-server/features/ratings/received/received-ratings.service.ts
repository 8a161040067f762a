import type { RatingId, UserId } from '#contract/ids.ts'
import { forEachOf, IMPRESSION_KEYS } from '#contract/impressions.ts'
import type { RatingsPage } from '#contract/ratings.ts'
import {
	listReceivedRatings,
	type NewReport,
	type ReceivedRating,
	type RemovedRating,
	reportRating,
} from '#contract/received-ratings.ts'
import { isVerdict } from '#db/rating-state.ts'
import type { Context } from '#server/context.ts'
import { driverRating, findCursor, utcDay } from '#server/features/ratings/rating-views.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { conflict, notFound, refusal } from '#server/http/problems.ts'

const DAY_MS = 86_400_000
const REMOVED_SHOWN_MS = 30 * DAY_MS
const REPORTS_KEPT_MS = 90 * DAY_MS
const REPORTS_A_DAY = 5

/** Ratings as their driver sees them, and reports about them. The driver never learns who gave one. */
export function receivedRatingService({ db, queries, clock, live }: Context) {
	const { ratings, receivedRatings } = queries
	const ago = (ms: number) => new Date(clock.now().getTime() - ms)

	/** A product rule that applies even without rate limits; ended reports count too. */
	const checkLimit = (driverId: UserId) => {
		const fifthLast = receivedRatings.momentsOfReports(driverId, ago(DAY_MS), REPORTS_A_DAY)[REPORTS_A_DAY - 1]
		if (!fifthLast) return
		// Caps the wait at a day in case the clock was set back.
		const waitMs = Math.min(fifthLast.getTime() + DAY_MS - clock.now().getTime(), DAY_MS)
		const hours = Math.ceil(waitMs / 3_600_000)
		throw refusal({
			status: 429,
			code: 'rate_limited',
			reason: 'five_reports_a_day',
			params: { hours },
			retryAfterSeconds: Math.ceil(waitMs / 1000),
		})
	}

	return {
		received(me: UserId, { limit, before }: RatingsPage): ReceivedRating[] {
			const after = findCursor(ratings, before, (rating) => rating.driverId === me && isVerdict(rating))
			const rows = receivedRatings.ratingsNewestFirst(me, limit, after?.id)
			const removed = receivedRatings
				.removedSince(me, ago(REMOVED_SHOWN_MS))
				.map(({ id, ratedOn }) => removedRating(id, utcDay(ratedOn)))
			return merged(
				rows.map((row) => ({ ...driverRating(row), report: row.report })),
				after ? removed.filter(({ createdAt }) => createdAt <= utcDay(after.createdAt)) : removed,
				{ isLastPage: rows.length < limit },
			)
		},

		report(me: UserId, id: RatingId, { reason }: NewReport): { status: 'reported' } {
			return db.write(() => {
				const rating = ratings.ratingById(id)
				if (rating?.driverId !== me || !isVerdict(rating)) throw notFound('rating_not_found')
				if (receivedRatings.hasReport(rating)) throw alreadyReported()
				checkLimit(me)
				receivedRatings.dropReportsBefore(ago(REPORTS_KEPT_MS))
				receivedRatings.insertReport(rating, reason, clock.now())
				live.notifyHosts()
				return { status: 'reported' }
			})
		},
	}
}

export function receivedRatingFeature(context: Context): Feature {
	const receivedRatings = receivedRatingService(context)
	return {
		routes: [
			route(listReceivedRatings, ({ me, query }) => receivedRatings.received(me, query)),
			route(reportRating, ({ me, params, body }) => receivedRatings.report(me, params.id, body)),
		],
	}
}

const alreadyReported = () => conflict('already_reported')

const removedRating = (id: RatingId, day: string): RemovedRating => ({
	id,
	...forEachOf(IMPRESSION_KEYS, () => null),
	starRating: null,
	createdAt: day,
	reply: null,
	report: 'removed',
})

/** Inserts each removed rating after the others of its day, so that its position reveals only the day. */
function merged(
	ratings: ReceivedRating[],
	removed: RemovedRating[],
	{ isLastPage }: { isLastPage: boolean },
): ReceivedRating[] {
	const list: ReceivedRating[] = []
	let next = 0
	const addUntil = (isDue: (day: string) => boolean) => {
		for (; next < removed.length; next++) {
			const line = removed[next]
			if (!line || !isDue(line.createdAt)) return
			list.push(line)
		}
	}
	for (const rating of ratings) {
		addUntil((day) => day > rating.createdAt)
		list.push(rating)
	}
	if (isLastPage) addUntil(() => true)
	return list
}
