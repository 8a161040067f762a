import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RatingId } from '#contract/ids.ts'
import { type GivenRating, giveRatingBack, listOwnRatings } from '#contract/ratings.ts'
import { refreshAfterRating } from '#ui/features/ratings/after-rating.ts'
import { api, hasStatus } from '#ui/platform/api-client.ts'
import { ratingKeys } from '#ui/platform/query-keys/ratings.keys.ts'
import { serverNow } from '#ui/platform/server-clock.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { useSession } from '#ui/session/session-context.ts'

const PAGE_SIZE = 500
/** The server adopts nothing older than 30 days; one more day allows for a wrong clock. */
const NOTHING_OLDER_MS = 31 * 86_400_000

/**
 * Ratings adopted within the last 24 hours, newest first. Later ratings can come before them, so pages are read until
 * the age limit.
 */
export const cameAlongQuery = queryOptions({
	queryKey: ratingKeys.cameAlong,
	queryFn: async (): Promise<GivenRating[]> => {
		const found: GivenRating[] = []
		for (let before: RatingId | undefined; ; ) {
			const query = { limit: PAGE_SIZE, placeholders: 'without', ...(before !== undefined && { before }) }
			const page = await api.send(listOwnRatings, { query })
			found.push(...page.filter(({ cameAlong }) => cameAlong))
			const last = page.at(-1)
			if (page.length < PAGE_SIZE || !last || Date.parse(last.createdAt) < serverNow() - NOTHING_OLDER_MS) return found
			before = last.id
		}
	},
	staleTime: 2000,
})

/** Returns ratings to the guest one by one. A 404 (gone or too old) counts as too late and does not stop the others. */
export function useGiveBack() {
	const queryClient = useQueryClient()
	const session = useSession()
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async (ratings: readonly GivenRating[]) => {
			let tooLate = 0
			for (const { id } of ratings) {
				try {
					await api.send(giveRatingBack, { params: { id } })
				} catch (error) {
					if (!hasStatus(error, 404)) throw error
					tooLate += 1
				}
				queryClient.setQueryData(cameAlongQuery.queryKey, (list) => list?.filter((rating) => rating.id !== id))
			}
			return { tooLate }
		},
		onError: session.recheckIfRefused,
		onSettled: () => refreshAfterRating(queryClient),
	})
}
