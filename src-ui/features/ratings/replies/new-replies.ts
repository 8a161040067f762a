import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RatingId, UserId } from '#contract/ids.ts'
import type { GivenRating } from '#contract/ratings.ts'
import { markRepliesSeen } from '#contract/replies.ts'
import type { Sticker } from '#contract/stickers.ts'
import { givenRatingsQuery } from '#ui/features/ratings/ratings.api.ts'
import { api } from '#ui/platform/api-client.ts'
import type { Session } from '#ui/session/session.ts'
import { useMember, useSession } from '#ui/session/session-context.ts'

type Replies = ReadonlyMap<RatingId, Sticker>

/**
 * Replies stay marked as new while the screen is open, although the server is notified at once. The server marks all as
 * seen, so it is notified only once none is on an unloaded page; `further` counts those.
 */
export function useNewReplies(verdicts: readonly GivenRating[], { isWholeList }: { isWholeList: boolean }) {
	const session = useSession()
	const queryClient = useQueryClient()
	const member = useMember()
	const me = member?.id
	const count = member?.newReplies
	const unseen = verdicts.filter(({ reply, isReplyNew }) => reply && isReplyNew)
	const [shown, setShown] = useState<Replies>(new Map())
	if (unseen.some(({ id, reply }) => shown.get(id) !== reply))
		setShown(new Map([...shown, ...unseen.map(({ id, reply }) => [id, reply as Sticker] as const)]))

	const isAllShown = isWholeList || (count !== undefined && count <= unseen.length)
	const toMark = isAllShown ? unseen.map(({ id, reply }) => `${id} ${reply}`).join() : ''
	useEffect(() => {
		if (me === undefined || toMark === '') return
		return onceLookedAt(() => void markSeen(queryClient, session, me))
	}, [queryClient, session, me, toMark])

	return {
		isNew: ({ id, reply }: GivenRating) => reply !== null && shown.get(id) === reply,
		further: isWholeList ? 0 : Math.max(0, (count ?? 0) - shown.size),
	}
}

function onceLookedAt(act: () => void) {
	if (!document.hidden) return act()
	const stop = new AbortController()
	const look = () => {
		if (document.hidden) return
		stop.abort()
		act()
	}
	document.addEventListener('visibilitychange', look, { signal: stop.signal })
	return () => stop.abort()
}

async function markSeen(queryClient: QueryClient, session: Session, me: UserId) {
	try {
		await api.send(markRepliesSeen, { params: { id: me } })
		await session.recheck()
	} catch (error) {
		return console.warn('The new answers stay new', error)
	}
	queryClient.setQueryData(
		givenRatingsQuery.queryKey,
		(list) =>
			list && {
				...list,
				pages: list.pages.map((page) => ({
					...page,
					ratings: page.ratings.map((rating) => ({ ...rating, isReplyNew: false })),
				})),
			},
	)
}
