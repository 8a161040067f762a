import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { RatingId, UserId } from '#contract/ids.ts'
import { getRating, listRatingsOfDriver } from '#contract/ratings.ts'
import { getAverage } from '#contract/stats.ts'
import { api } from '#ui/platform/api-client.ts'
import { ratingKeys } from './ratings.keys.ts'

/** Other people change these: opening a screen again asks again, opening it twice at once does not. */
const FRESH_MS = 2000

export const averageQuery = (driverId: UserId) =>
	queryOptions({
		queryKey: ratingKeys.average(driverId),
		queryFn: () => api.send(getAverage, { params: { id: driverId } }),
		staleTime: FRESH_MS,
	})

/** Of ratings that drivers got: the latest with the first earlier ones, then page by page. */
export const sizeOfPage = (before: RatingId | undefined) =>
	before === undefined ? 1 + EARLIER_AT_A_TIME : EARLIER_AT_A_TIME
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
