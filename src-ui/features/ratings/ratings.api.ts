import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import type { RatingId, UserId } from '#contract/ids.ts'
import { Average, DriverRating, RatingImpressions } from '#contract/ratings.ts'
import { api } from '#ui/platform/api-client.ts'
import { ratingKeys } from './ratings.keys.ts'

/** Other people change these: opening a screen again asks again, opening it twice at once does not. */
const FRESH_MS = 2000

export const averageQuery = (driverId: UserId) =>
	queryOptions({
		queryKey: ratingKeys.average(driverId),
		queryFn: () => api.get(`/api/ratings/driver/${driverId}/average`, Average),
		staleTime: FRESH_MS,
	})

export const latestRatingQuery = (driverId: UserId) =>
	queryOptions({
		queryKey: ratingKeys.latest(driverId),
		queryFn: async () => (await api.get(`/api/ratings/driver/${driverId}?limit=1`, v.array(DriverRating)))[0] ?? null,
		staleTime: FRESH_MS,
	})

/** A rating as the server keeps it. Nobody waits for it, so a failure is only logged. */
export const savedRating = (id: RatingId) =>
	queryOptions({
		queryKey: ratingKeys.one(id),
		queryFn: () =>
			api.get(`/api/ratings/${id}`, RatingImpressions).catch((error: unknown) => {
				console.warn('The saved rating did not arrive', error)
				return null
			}),
	})
