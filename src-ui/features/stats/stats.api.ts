import { queryOptions } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import { listRatingsOfDriver } from '#contract/ratings.ts'
import { getStats, NEWEST_RIDES } from '#contract/stats.ts'
import { api, orNull } from '#ui/platform/api-client.ts'
import { statsKeys } from '#ui/platform/query-keys/stats.keys.ts'

/** Others rate meanwhile: opening the card again counts again. */
const FRESH_MS = 2000

/** The figures of a card; null when there is no such driver. */
export const driverStats = (id: UserId) =>
	queryOptions({
		queryKey: statsKeys.ofDriver(id),
		queryFn: () => orNull(api.send(getStats, { params: { id } })),
		staleTime: FRESH_MS,
	})

/** A driver's newest ratings, newest first. Nobody waits for them. */
export const newestRatings = (id: UserId) =>
	queryOptions({
		queryKey: statsKeys.ridesOf(id),
		queryFn: () => api.send(listRatingsOfDriver, { params: { id }, query: { limit: NEWEST_RIDES } }),
		staleTime: FRESH_MS,
	})
