import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getHome } from '#contract/home.ts'
import { api } from '#ui/platform/api-client.ts'
import { userKeys } from '#ui/platform/query-keys/accounts.keys.ts'
import { driverKeys } from '#ui/platform/query-keys/drivers.keys.ts'
import { useMember } from '#ui/session/session-context.ts'

export const FRESH_MS = 5000

export const homeQuery = queryOptions({
	queryKey: driverKeys.home,
	queryFn: () => api.send(getHome),
	staleTime: FRESH_MS,
})

/** The route loader fetched it; after an error the person retries by hand. */
export function useHome() {
	const member = useMember()
	const query = useQuery({
		...homeQuery,
		retryOnMount: false,
		// A lone member waits for others to sign up, and sign-ups send no live event.
		refetchInterval: ({ state: { data } }) =>
			data?.drivers.length === 0 && data.others?.length === 0 ? FRESH_MS : false,
	})
	const { data: home, refetch } = query
	// The session already knows of a new rating that this list does not contain yet.
	const isBehind = member?.isLatestRatingsSeen === false && home?.me?.unseen === 0
	useEffect(() => {
		if (isBehind) void refetch()
	}, [isBehind, refetch])
	return query
}

/**
 * `isFromElsewhere`: the change came from another device. Drivers are then refetched by the next screen that shows
 * them: refetching the open screen after a claim would discard a half-filled rating.
 */
export async function refreshLists(queryClient: QueryClient, { isFromElsewhere = false } = {}) {
	// While another removal is in flight, the server's list would briefly show that driver again.
	if (queryClient.isMutating({ mutationKey: driverKeys.hiding }) > 1) return
	await Promise.all([
		queryClient.invalidateQueries({ queryKey: driverKeys.home }),
		queryClient.invalidateQueries({ queryKey: userKeys.all, refetchType: isFromElsewhere ? 'none' : 'active' }),
	])
}
