import { queryOptions, useMutation } from '@tanstack/react-query'
import { endAccessToken, listAccessTokens, makeAccessToken } from '#contract/access-tokens.ts'
import type { UserId } from '#contract/ids.ts'
import type { Proof } from '#contract/proofs.ts'
import { api, hasStatus } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { useSession } from '#ui/session/session-context.ts'

/** Dashboards and other browsers change this, so reopening the screen refetches. */
const FRESH_MS = 2000

export const accessTokensQuery = (id: UserId) =>
	queryOptions({
		queryKey: ['own-account', id, 'tokens'],
		queryFn: () => api.send(listAccessTokens, { params: { id } }),
		staleTime: FRESH_MS,
	})

export function useMakeAccessToken(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async ({ name, prove }: { name: string; prove: () => Promise<Proof> }) =>
			api.send(makeAccessToken, { params: { id }, body: { name, proof: await prove() } }),
		onSuccess: (_made, _wanted, _context, { client }) =>
			void client.invalidateQueries({ queryKey: accessTokensQuery(id).queryKey }),
		onError: session.recheckIfRefused,
	})
}

export function useEndAccessToken(id: UserId) {
	const session = useSession()
	return useMutation({
		mutationFn: async (tokenId: number) => {
			try {
				await api.send(endAccessToken, { params: { id, tokenId } })
			} catch (error) {
				// It has ended elsewhere.
				if (!hasStatus(error, 404)) throw error
			}
		},
		// Not awaited, so that the question closes before its row goes.
		onSuccess: (_answer, _token, _context, { client }) =>
			void client.invalidateQueries({ queryKey: accessTokensQuery(id).queryKey }),
		onError: session.recheckIfRefused,
	})
}
