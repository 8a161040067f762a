import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RatingId, UserId } from '#contract/ids.ts'
import { markRatingsSeen as markSeen } from '#contract/received-ratings.ts'
import { api } from '#ui/platform/api-client.ts'
import { driverKeys } from '#ui/platform/query-keys/drivers.keys.ts'
import type { Session } from '#ui/session/session.ts'
import { useSession } from '#ui/session/session-context.ts'
import { homeQuery } from './drivers.api.ts'

export function useSeenOnProfile(me: UserId, newest: RatingId | undefined) {
	const session = useSession()
	const queryClient = useQueryClient()
	useEffect(() => {
		if (newest === undefined || queryClient.getQueryData(driverKeys.newestSeen(me)) === newest) return
		queryClient.setQueryData(driverKeys.newestSeen(me), newest)
		void markRatingsSeen(session, me, { isOnProfile: true })
		// Updates the cache directly: this screen does not query the home list, which next renders from the cache.
		queryClient.setQueryData(
			homeQuery.queryKey,
			(home) => home && { ...home, ...(home.me && { me: { ...home.me, unseen: 0 } }) },
		)
	}, [session, queryClient, me, newest])
}

/**
 * Closing the notice does not count as a view of the profile. Errors are only logged, because the notice shows again.
 */
export async function markRatingsSeen(session: Session, me: UserId, { isOnProfile = false } = {}) {
	try {
		await api.send(markSeen, { params: { id: me }, body: { isOnProfile } })
		await session.recheck()
	} catch (error) {
		console.warn('The new rating stays unseen', error)
	}
}
