import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { VisibleUser } from '#contract/accounts.ts'
import { changeGhost, deleteGhost, type GhostChange, type GhostWithToken, replaceClaimLink } from '#contract/drivers.ts'
import type { UserId } from '#contract/ids.ts'
import { homeQuery } from '#ui/features/drivers/drivers.api.ts'
import { ApiError, api } from '#ui/platform/api-client.ts'
import { userKeys } from '#ui/platform/query-keys/accounts.keys.ts'
import { driverKeys } from '#ui/platform/query-keys/drivers.keys.ts'
import { ratingKeys } from '#ui/platform/query-keys/ratings.keys.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { useSession } from '#ui/session/session-context.ts'

export function useChangeGhost(id: UserId) {
	const refuse = useLookAgainIfRefused(id)
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (change: GhostChange) => api.send(changeGhost, { params: { id }, body: change }),
		onSuccess: (ghost, _change, _context, { client }) => {
			showChanged(client, ghost)
			void refreshWhatNamesIt(client)
		},
		onError: refuse,
	})
}

export function useNewClaimLink(id: UserId) {
	const refuse = useLookAgainIfRefused(id)
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: () => api.send(replaceClaimLink, { params: { id } }),
		onSuccess: (ghost, _nothing, _context, { client }) => showChanged(client, ghost),
		onError: refuse,
	})
}

/** Also deletes the creator's rating. Cached data is dropped once no screen shows it. */
export function useDeleteGhost(id: UserId) {
	const refuse = useLookAgainIfRefused(id)
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: () => api.send(deleteGhost, { params: { id } }),
		onSuccess: (_answer, _nothing, _context, { client }) =>
			client.setQueryData(
				homeQuery.queryKey,
				(home) => home && { ...home, drivers: home.drivers.filter((driver) => driver.id !== id) },
			),
		onError: refuse,
	})
}

export function useForgetGhost(id: UserId) {
	const queryClient = useQueryClient()
	return () => {
		queryClient.removeQueries({ queryKey: userKeys.one(id) })
		return refreshWhatNamesIt(queryClient)
	}
}

export const isRatedMeanwhile = (error: unknown) => error instanceof ApiError && error.problemCode === 'others_rated'

function useLookAgainIfRefused(id: UserId) {
	const session = useSession()
	const queryClient = useQueryClient()
	return (error: unknown) => {
		session.recheckIfRefused(error)
		if (error instanceof ApiError) void queryClient.invalidateQueries({ queryKey: userKeys.one(id) })
	}
}

const showChanged = (queryClient: QueryClient, ghost: GhostWithToken) =>
	queryClient.setQueryData(userKeys.one(ghost.id), (before: VisibleUser | null | undefined) =>
		before ? { ...before, ...ghost } : before,
	)

const refreshWhatNamesIt = (queryClient: QueryClient) =>
	Promise.all(
		[driverKeys.home, userKeys.all, ratingKeys.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
	)
