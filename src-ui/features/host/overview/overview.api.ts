import { queryOptions } from '@tanstack/react-query'
import { getOverview } from '#contract/host/overview.ts'
import { api } from '#ui/platform/api-client.ts'

/** Everybody changes this: opening the screen again asks again. */
const FRESH_MS = 2000

export const overviewQuery = queryOptions({
	queryKey: ['host', 'overview'] as const,
	queryFn: () => api.send(getOverview),
	staleTime: FRESH_MS,
})
