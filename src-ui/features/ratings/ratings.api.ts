import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { RatingId, UserId } from '#contract/ids.ts'
import { type DriverRating, getRating, listOwnRatings, listRatingsOfDriver } from '#contract/ratings.ts'
import { listReceivedRatings, type ReceivedRating } from '#contract/received-ratings.ts'
import { api, hasStatus } from '#ui/platform/api-client.ts'
import { ratingKeys } from '#ui/platform/query-keys/ratings.keys.ts'

/** Other people change these: opening a screen again asks again, opening it twice at once does not. */
const FRESH_MS = 2000

/** Of ratings that drivers got: the latest with the first earlier ones, then page by page. */
const sizeOfPage = (before: RatingId | undefined) => (before === undefined ? 1 + EARLIER_AT_A_TIME : EARLIER_AT_A_TIME)
const EARLIER_AT_A_TIME = 20

/** The ratings that a driver got, newest first. */
export const ratingsOfDriverQuery = (driverId: UserId) =>
	infiniteQueryOptions({
		queryKey: ratingKeys.ofDriver(driverId),
		queryFn: async ({ pageParam: before }) => {
			const size = sizeOfPage(before)
			// One more than is shown tells whether there are more.
			const query = { limit: size + 1, ...(before !== undefined && { before }) }
			const ratings = await api.send(listRatingsOfDriver, { params: { id: driverId }, query })
			return { ratings: ratings.slice(0, size), hasMore: ratings.length > size }
		},
		initialPageParam: undefined as RatingId | undefined,
		getNextPageParam: ({ ratings, hasMore }) => (hasMore ? ratings.at(-1)?.id : undefined),
		staleTime: FRESH_MS,
	})

/** A rating as the server keeps it. Nobody waits for it, so a failure is only logged. */
export const savedRating = (id: RatingId) =>
	queryOptions({
		queryKey: ratingKeys.one(id),
		queryFn: () =>
			api.send(getRating, { params: { id } }).catch((error: unknown) => {
				console.warn('The saved rating did not arrive', error)
				return null
			}),
	})

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

const PAGE_SIZE = 20

/** What this viewer has said of others, newest first, a page at a time. Not in ratings.api.ts, which every page loads. */
export const givenRatingsQuery = infiniteQueryOptions({
	queryKey: ratingKeys.given,
	queryFn: async ({ pageParam: before }) => {
		// One more than is shown tells whether there are more.
		const ratings = await api.send(listOwnRatings, {
			query: { limit: PAGE_SIZE + 1, ...(before !== undefined && { before }), placeholders: 'without' },
		})
		return { ratings: ratings.slice(0, PAGE_SIZE), hasMore: ratings.length > PAGE_SIZE }
	},
	initialPageParam: undefined as RatingId | undefined,
	getNextPageParam: ({ ratings, hasMore }) => (hasMore ? ratings.at(-1)?.id : undefined),
	select: ({ pages }) => pages.flatMap(({ ratings }) => ratings),
	// Other tabs change them, too: opening the screen again asks again, opening it twice at once does not.
	staleTime: 2000,
})
