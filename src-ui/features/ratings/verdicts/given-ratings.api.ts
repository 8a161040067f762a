import { infiniteQueryOptions } from '@tanstack/react-query'
import type { RatingId } from '#contract/ids.ts'
import { listOwnRatings } from '#contract/ratings.ts'
import { ratingKeys } from '#ui/features/ratings/ratings.keys.ts'
import { api } from '#ui/platform/api-client.ts'

const PAGE_SIZE = 20

/** What this viewer has said of others, newest first, a page at a time. Not in ratings.api.ts, which every page loads. */
export const givenRatingsQuery = infiniteQueryOptions({
	queryKey: ratingKeys.given,
	queryFn: async ({ pageParam: before }) => {
		// One more than is shown tells whether there are more.
		const ratings = await api.send(listOwnRatings, {
			query: { limit: PAGE_SIZE + 1, ...(before !== undefined && { before }), placeholders: 'without' },
		})
		return { ratings: ratings.slice(0, PAGE_SIZE), hasMore: ratings.length > PAGE_SIZE }
	},
	initialPageParam: undefined as RatingId | undefined,
	getNextPageParam: ({ ratings, hasMore }) => (hasMore ? ratings.at(-1)?.id : undefined),
	select: ({ pages }) => pages.flatMap(({ ratings }) => ratings),
	// Other tabs change them, too: opening the screen again asks again, opening it twice at once does not.
	staleTime: 2000,
})
