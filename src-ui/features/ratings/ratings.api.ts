import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { RatingId, UserId } from '#contract/ids.ts'
import { type DriverRating, getRating, listOwnRatings, listRatingsOfDriver } from '#contract/ratings.ts'
import { listReceivedRatings, type ReceivedRating } from '#contract/received-ratings.ts'
import { api, hasStatus } from '#ui/platform/api-client.ts'
import { ratingKeys } from '#ui/platform/query-keys/ratings.keys.ts'

/** Reopening a screen refetches; mounting it twice at once does not. */
const FRESH_MS = 2000

const sizeOfPage = (before: RatingId | undefined) => (before === undefined ? 1 + EARLIER_AT_A_TIME : EARLIER_AT_A_TIME)
const EARLIER_AT_A_TIME = 20

export const ratingsOfDriverQuery = (driverId: UserId) =>
	infiniteQueryOptions({
		queryKey: ratingKeys.ofDriver(driverId),
		queryFn: async ({ pageParam: before }) => {
			const size = sizeOfPage(before)
			// Fetches one more than shown to learn whether there is a next page.
			const query = { limit: size + 1, ...(before !== undefined && { before }) }
			const ratings = await api.send(listRatingsOfDriver, { params: { id: driverId }, query })
			return { ratings: ratings.slice(0, size), hasMore: ratings.length > size }
		},
		initialPageParam: undefined as RatingId | undefined,
		getNextPageParam: ({ ratings, hasMore }) => (hasMore ? ratings.at(-1)?.id : undefined),
		staleTime: FRESH_MS,
	})

/** No screen waits for it, so a failure is only logged. */
export const savedRating = (id: RatingId) =>
	queryOptions({
		queryKey: ratingKeys.one(id),
		queryFn: () =>
			api.send(getRating, { params: { id } }).catch((error: unknown) => {
				console.warn('The saved rating did not arrive', error)
				return null
			}),
	})

export type SeenRating = DriverRating | ReceivedRating

export const isStanding = <Rating extends SeenRating>(
	rating: Rating,
): rating is Exclude<Rating, { report: 'removed' }> => rating.starRating !== null

type Page = { limit: number; before?: RatingId }

/** If the session just ended, falls back to the public list instead of an error. */
async function receivedOrPublic(me: UserId, query: Page): Promise<ReceivedRating[]> {
	try {
		return await api.send(listReceivedRatings, { query })
	} catch (error) {
		if (!hasStatus(error, 401)) throw error
		const ratings = await api.send(listRatingsOfDriver, { params: { id: me }, query })
		return ratings.map((rating) => ({ ...rating, report: null }))
	}
}

export const receivedRatingsQuery = (me: UserId) =>
	infiniteQueryOptions({
		queryKey: ratingKeys.received(me),
		queryFn: async ({ pageParam: before }) => {
			const size = sizeOfPage(before)
			const received = await receivedOrPublic(me, { limit: size + 1, ...(before !== undefined && { before }) })
			const standing = received.filter(isStanding)
			const hasMore = standing.length > size
			// Removed ratings between two pages come with the later page.
			const last = standing[size - 1]
			return { ratings: hasMore && last ? received.slice(0, received.indexOf(last) + 1) : received, hasMore }
		},
		initialPageParam: undefined as RatingId | undefined,
		getNextPageParam: ({ ratings, hasMore }) => (hasMore ? ratings.findLast(isStanding)?.id : undefined),
		staleTime: 2000,
	})

const PAGE_SIZE = 20

export const givenRatingsQuery = infiniteQueryOptions({
	queryKey: ratingKeys.given,
	queryFn: async ({ pageParam: before }) => {
		const ratings = await api.send(listOwnRatings, {
			query: { limit: PAGE_SIZE + 1, ...(before !== undefined && { before }), placeholders: 'without' },
		})
		return { ratings: ratings.slice(0, PAGE_SIZE), hasMore: ratings.length > PAGE_SIZE }
	},
	initialPageParam: undefined as RatingId | undefined,
	getNextPageParam: ({ ratings, hasMore }) => (hasMore ? ratings.at(-1)?.id : undefined),
	select: ({ pages }) => pages.flatMap(({ ratings }) => ratings),
	staleTime: 2000,
})
