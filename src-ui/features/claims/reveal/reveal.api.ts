import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { getReveal, markRevealSeen } from '#contract/claims.ts'
import type { UserId } from '#contract/ids.ts'
import { api, hasStatus, orNull } from '#ui/platform/api-client.ts'
import { useSession } from '#ui/session/session-context.ts'

/** The profile's loader fetches this just before its screen does. */
const FRESH_MS = 2000

/**
 * Ratings that this ghost's claim brought; null once a reveal has started on any device. Fetching does not start one.
 */
export const revealQuery = (ghostId: UserId) =>
	queryOptions({
		queryKey: ['claims', 'reveal', ghostId] as const,
		queryFn: () => orNull(api.send(getReveal, { params: { id: ghostId } })),
		staleTime: FRESH_MS,
	})

/** Called with each tap: the first request that succeeds marks the reveal as started on all devices. */
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
			// The claim was undone in the meantime, so there is nothing to report.
			state.current = hasStatus(error, 404) ? 'said' : 'unsaid'
		}
	}
}
