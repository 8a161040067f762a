import { queryOptions } from '@tanstack/react-query'
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

export const latestRatingQuery = (driverId: UserId) =>
	queryOptions({
		queryKey: ratingKeys.latest(driverId),
		queryFn: async () => {
			const [latest] = await api.send(listRatingsOfDriver, { params: { id: driverId }, query: { limit: 1 } })
			return latest ?? null
		},
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
