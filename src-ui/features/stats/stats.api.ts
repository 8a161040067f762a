import { queryOptions } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import { listRatingsOfDriver } from '#contract/ratings.ts'
import { getStats, NEWEST_RIDES } from '#contract/stats.ts'
import { api, orNull } from '#ui/platform/api-client.ts'
import { statsKeys } from '#ui/platform/query-keys/stats.keys.ts'

/** Others keep rating, so reopening the card refetches. */
const FRESH_MS = 2000

export const driverStats = (id: UserId) =>
	queryOptions({
		queryKey: statsKeys.ofDriver(id),
		queryFn: () => orNull(api.send(getStats, { params: { id } })),
		staleTime: FRESH_MS,
	})

export const newestRatings = (id: UserId) =>
	queryOptions({
		queryKey: statsKeys.ridesOf(id),
		queryFn: () => api.send(listRatingsOfDriver, { params: { id }, query: { limit: NEWEST_RIDES } }),
		staleTime: FRESH_MS,
	})
