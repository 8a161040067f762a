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
import { driverRating, placeInList, utcDay } from '#server/features/ratings/rating-views.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { notFound, Refusal } from '#server/http/problems.ts'

const DAY_MS = 86_400_000
const REMOVED_SHOWN_MS = 30 * DAY_MS
const REPORTS_KEPT_MS = 90 * DAY_MS
const REPORTS_A_DAY = 5

/** What a driver reads of their own ratings, and what they report of them. Who gave one they are never told. */
export function receivedRatingService({ db, queries, clock, live }: Context) {
	const { ratings, receivedRatings } = queries
	const ago = (ms: number) => new Date(clock.now().getTime() - ms)

	/** A rule of the product, whatever the rate limits are: reports that ended count as well. */
	const checkLimit = (driverId: UserId) => {
		const fifthLast = receivedRatings.momentsOfReports(driverId, ago(DAY_MS), REPORTS_A_DAY)[REPORTS_A_DAY - 1]
		if (!fifthLast) return
		// A clock that was set back makes nobody wait for longer than a day.
		const waitMs = Math.min(fifthLast.getTime() + DAY_MS - clock.now().getTime(), DAY_MS)
		const hours = Math.ceil(waitMs / 3_600_000)
		throw new Refusal({
			status: 429,
			code: 'rate_limited',
			message: `Five reports in 24 hours is the limit. The next one goes through in ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
			retryAfterSeconds: Math.ceil(waitMs / 1000),
		})
	}

	return {
		received(me: UserId, { limit, before }: RatingsPage): ReceivedRating[] {
			const after = placeInList(ratings, before, (rating) => rating.driverId === me && isVerdict(rating))
			const rows = receivedRatings.ratingsNewestFirst(me, limit, after?.id)
			const removed = receivedRatings
				.removedSince(me, ago(REMOVED_SHOWN_MS))
				.map(({ id, ratedOn }) => removedRating(id, utcDay(ratedOn)))
			return merged(
				rows.map((row) => ({ ...driverRating(row), report: row.report })),
				// What is of later days was on an earlier page.
				after ? removed.filter(({ createdAt }) => createdAt <= utcDay(after.createdAt)) : removed,
				{ isLastPage: rows.length < limit },
			)
		},

		report(me: UserId, id: RatingId, { reason }: NewReport): { status: 'reported' } {
			return db.write(() => {
				const rating = ratings.ratingById(id)
				if (rating?.driverId !== me || !isVerdict(rating)) throw notFound('Rating not found')
				if (receivedRatings.hasReport(rating)) throw alreadyReported()
				checkLimit(me)
				receivedRatings.dropReportsBefore(ago(REPORTS_KEPT_MS))
				receivedRatings.insertReport(rating, reason, clock.now())
				live.tellHosts()
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

const alreadyReported = () =>
	new Refusal({
		status: 409,
		code: 'already_reported',
		message: 'You have reported this rating before. Once is all it takes.',
	})

const removedRating = (id: RatingId, day: string): RemovedRating => ({
	id,
	...forEachOf(IMPRESSION_KEYS, () => null),
	starRating: null,
	createdAt: day,
	reply: null,
	report: 'removed',
})

/** Each removed one after the ratings of its day, so that its place tells no more than the day does. */
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
