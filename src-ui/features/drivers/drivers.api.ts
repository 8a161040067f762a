import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getHome } from '#contract/drivers.ts'
import { api } from '#ui/platform/api-client.ts'
import { userKeys } from '#ui/platform/query-keys/accounts.keys.ts'
import { driverKeys } from '#ui/platform/query-keys/drivers.keys.ts'
import { useMember } from '#ui/session/session-context.ts'

export const FRESH_MS = 5000

/** The home list. Others rate too: opened again it is asked for again. */
export const homeQuery = queryOptions({
	queryKey: driverKeys.home,
	queryFn: () => api.send(getHome),
	staleTime: FRESH_MS,
})

/** The loader has asked; when that failed the person decides when to ask again. */
export function useHome() {
	const member = useMember()
	const query = useQuery({ ...homeQuery, retryOnMount: false })
	const { data: home, refetch } = query
	// The session heard of a new rating before this list did.
	const isBehind = member?.isLatestRatingsSeen === false && home?.me?.unseen === 0
	useEffect(() => {
		if (isBehind) void refetch()
	}, [isBehind, refetch])
	return query
}

/**
 * `isFromElsewhere`: nobody has done anything here. People are looked up again by the next screen that shows them, not by the one
 * that is open: a claim would take a half filled in rating away.
 */
export async function refreshLists(queryClient: QueryClient, { isFromElsewhere = false } = {}) {
	// While another one is still on its way, the server's list would show that driver again for a moment.
	if (queryClient.isMutating({ mutationKey: driverKeys.hiding }) > 1) return
	await Promise.all([
		queryClient.invalidateQueries({ queryKey: driverKeys.home }),
		queryClient.invalidateQueries({ queryKey: userKeys.all, refetchType: isFromElsewhere ? 'none' : 'active' }),
	])
}
