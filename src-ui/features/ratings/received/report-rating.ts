import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import { type NewReport, type ReceivedRating, reportRating, type StandingRating } from '#contract/received-ratings.ts'
import { useSession } from '#ui/features/accounts/session/session-context.ts'
import { api, hasStatus } from '#ui/platform/api-client.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { isStanding, receivedRatingsQuery } from './received-ratings.api.ts'

/** Its place in the list says so at once. */
export function useReportRating(me: UserId, { id }: StandingRating) {
	const queryClient = useQueryClient()
	const session = useSession()
	const { queryKey } = receivedRatingsQuery(me)
	const asReported = (rating: ReceivedRating): ReceivedRating =>
		rating.id === id && isStanding(rating) ? { ...rating, report: 'reported' } : rating
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (report: NewReport) => api.send(reportRating, { params: { id }, body: report }),
		onSuccess: () => {
			queryClient.setQueryData(
				queryKey,
				(list) =>
					list && {
						...list,
						pages: list.pages.map((page) => ({ ...page, ratings: page.ratings.map(asReported) })),
					},
			)
		},
		onError: (error) => {
			session.recheckIfRefused(error)
			if (isOver(error)) void queryClient.invalidateQueries({ queryKey })
		},
	})
}

/** Taken back meanwhile, or reported in another tab. */
export const isOver = (error: unknown) => hasStatus(error, 404) || hasStatus(error, 409)
