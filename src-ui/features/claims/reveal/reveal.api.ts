import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { getReveal, markRevealSeen } from '#contract/claims.ts'
import type { UserId } from '#contract/ids.ts'
import { api, hasStatus, orNull } from '#ui/platform/api-client.ts'
import { useSession } from '#ui/session/session-context.ts'

/** The profile's loader asks a moment before its screen does. */
const FRESH_MS = 2000

/** What the claim of this ghost brought; null once a reveal of it has begun anywhere. Asking does not begin it. */
export const revealQuery = (ghostId: UserId) =>
	queryOptions({
		queryKey: ['claims', 'reveal', ghostId] as const,
		queryFn: () => orNull(api.send(getReveal, { params: { id: ghostId } })),
		staleTime: FRESH_MS,
	})

/** Call with each act: the first one that gets through has the reveal begun for good, here and on every other device. */
export function useNoteRevealSeen(ghostId: UserId) {
	const session = useSession()
	const queryClient = useQueryClient()
	const state = useRef<'unsaid' | 'underway' | 'said'>('unsaid')
	return async () => {
		if (state.current !== 'unsaid') return
		state.current = 'underway'
		try {
			await api.send(markRevealSeen, { params: { id: ghostId } })
			state.current = 'said'
			void queryClient.invalidateQueries({ queryKey: session.query.queryKey })
		} catch (error) {
			console.warn('The reveal may begin again elsewhere', error)
			// The claim was undone meanwhile: there is nothing left to say.
			state.current = hasStatus(error, 404) ? 'said' : 'unsaid'
		}
	}
}
