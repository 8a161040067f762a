import type { QueryClient } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import type { StandingRating } from '#contract/received-ratings.ts'
import { isStanding, receivedRatingsQuery } from '#ui/features/ratings/ratings.api.ts'

export function changeInReceivedList(
	queryClient: QueryClient,
	me: UserId,
	{ id }: StandingRating,
	change: Partial<Pick<StandingRating, 'reply' | 'report'>>,
) {
	queryClient.setQueryData(
		receivedRatingsQuery(me).queryKey,
		(list) =>
			list && {
				...list,
				pages: list.pages.map((page) => ({
					...page,
					ratings: page.ratings.map((rating) =>
						rating.id === id && isStanding(rating) ? { ...rating, ...change } : rating,
					),
				})),
			},
	)
}
