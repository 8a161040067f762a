import { infiniteQueryOptions } from '@tanstack/react-query'
import type { RatingId, UserId } from '#contract/ids.ts'
import { type DriverRating, listRatingsOfDriver } from '#contract/ratings.ts'
import { listReceivedRatings, type ReceivedRating } from '#contract/received-ratings.ts'
import { sizeOfPage } from '#ui/features/ratings/ratings.api.ts'
import { ratingKeys } from '#ui/features/ratings/ratings.keys.ts'
import { api, hasStatus } from '#ui/platform/api-client.ts'

/** Others see no more of a rating, and no removed one at all. */
export type SeenRating = DriverRating | ReceivedRating

export const isStanding = <Rating extends SeenRating>(
	rating: Rating,
): rating is Exclude<Rating, { report: 'removed' }> => rating.starRating !== null

type Page = { limit: number; before?: RatingId }

/** Whose session has just ended sees what everybody sees, and is not shown an error in its place. */
async function receivedOrPublic(me: UserId, query: Page): Promise<ReceivedRating[]> {
	try {
		return await api.send(listReceivedRatings, { query })
	} catch (error) {
		if (!hasStatus(error, 401)) throw error
		const ratings = await api.send(listRatingsOfDriver, { params: { id: me }, query })
		return ratings.map((rating) => ({ ...rating, report: null }))
	}
}

/** The ratings that this member got, newest first, with what became of their reports. */
export const receivedRatingsQuery = (me: UserId) =>
	infiniteQueryOptions({
		queryKey: ratingKeys.received(me),
		queryFn: async ({ pageParam: before }) => {
			const size = sizeOfPage(before)
			// One more than is shown tells whether there are more.
			const received = await receivedOrPublic(me, { limit: size + 1, ...(before !== undefined && { before }) })
			const standing = received.filter(isStanding)
			const hasMore = standing.length > size
			// What was removed between the last that is shown and the next one comes with the next page.
			const last = standing[size - 1]
			return { ratings: hasMore && last ? received.slice(0, received.indexOf(last) + 1) : received, hasMore }
		},
		initialPageParam: undefined as RatingId | undefined,
		getNextPageParam: ({ ratings, hasMore }) => (hasMore ? ratings.findLast(isStanding)?.id : undefined),
		staleTime: 2000,
	})
