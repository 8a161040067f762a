import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markRatingsSeen as markSeen } from '#contract/accounts.ts'
import type { RatingId, UserId } from '#contract/ids.ts'
import { api } from '#ui/platform/api-client.ts'
import { driverKeys } from '#ui/platform/query-keys/drivers.keys.ts'
import type { Session } from '#ui/session/session.ts'
import { useSession } from '#ui/session/session-context.ts'
import { homeQuery } from './drivers.api.ts'

/** While the owner looks at their profile; `newest` of its ratings, if there are any. */
export function useSeenOnProfile(me: UserId, newest: RatingId | undefined) {
	const session = useSession()
	const queryClient = useQueryClient()
	useEffect(() => {
		if (newest === undefined || queryClient.getQueryData(driverKeys.newestSeen(me)) === newest) return
		queryClient.setQueryData(driverKeys.newestSeen(me), newest)
		void markRatingsSeen(session, me, { isOnProfile: true })
		// Nothing on this screen asks for the home list; the next look at it begins with what is kept.
		queryClient.setQueryData(
			homeQuery.queryKey,
			(home) => home && { ...home, ...(home.me && { me: { ...home.me, unseen: 0 } }) },
		)
	}, [session, queryClient, me, newest])
}

/** Closing the notice makes them seen on no profile. A failure is only logged: it comes again. */
export async function markRatingsSeen(session: Session, me: UserId, { isOnProfile = false } = {}) {
	try {
		await api.send(markSeen, { params: { id: me }, body: { isOnProfile } })
		await session.recheck()
	} catch (error) {
		console.warn('The new rating stays unseen', error)
	}
}
