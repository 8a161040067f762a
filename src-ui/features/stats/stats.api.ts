import { queryOptions } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import { listRatingsOfDriver } from '#contract/ratings.ts'
import { getStats, NEWEST_RIDES } from '#contract/stats.ts'
import { api, orNull } from '#ui/platform/api-client.ts'
import { statsKeys } from './stats.keys.ts'

/** Others rate meanwhile: opening the card again counts again. */
const FRESH_MS = 2000

/** The figures of a card; null when there is no such driver. */
export const driverStats = (id: UserId) =>
	queryOptions({
		queryKey: statsKeys.ofDriver(id),
		queryFn: () => orNull(api.send(getStats, { params: { id } })),
		staleTime: FRESH_MS,
	})

/** The stars of a driver's newest rides, newest first. Nobody waits for them. */
export const newestRides = (id: UserId) =>
	queryOptions({
		queryKey: statsKeys.ridesOf(id),
		queryFn: async () => {
			const ratings = await api.send(listRatingsOfDriver, { params: { id }, query: { limit: NEWEST_RIDES } })
			return ratings.map(({ starRating }) => starRating)
		},
		staleTime: FRESH_MS,
	})
