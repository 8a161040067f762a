import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import { keepReportedRating, listReports, type ReportedRating, removeReportedRating } from '#contract/host/reports.ts'
import type { RatingId } from '#contract/ids.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { useHostAct } from '#ui/features/host/confirm/use-host-act.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { ApiError, api, hasStatus, serverMessage } from '#ui/platform/api-client.ts'

/** Those that wait first, a page at a time. Drivers and other hosts change it: opening the screen again asks again. */
export const reportsQuery = infiniteQueryOptions({
	queryKey: ['host', 'reports'] as const,
	queryFn: ({ pageParam: before }) => api.send(listReports, { query: { before } }),
	initialPageParam: undefined as string | undefined,
	getNextPageParam: ({ next }) => next ?? undefined,
	select: ({ pages }) => pages.flatMap(({ reports }) => reports),
	staleTime: 2000,
})

/** Both acts, as the list shows them afterwards. */
export function useDecide(decision: 'remove' | 'keep') {
	const queryClient = useQueryClient()
	const { queryKey } = reportsQuery
	const put = (decided: ReportedRating) =>
		queryClient.setQueryData(
			queryKey,
			(list) =>
				list && {
					...list,
					pages: list.pages.map((page) => ({
						...page,
						reports: page.reports.map((one) => (one.id === decided.id ? decided : one)),
					})),
				},
		)
	return useHostAct({
		send: async (id: RatingId) => {
			try {
				return await api.send(decision === 'remove' ? removeReportedRating : keepReportedRating, { params: { id } })
			} catch (error) {
				// Decided by another host, or overtaken by whoever gave it: the list says what became of it.
				if (hasStatus(error, 409) || hasStatus(error, 404)) {
					const isOwn = error instanceof ApiError && error.problemCode === 'own_driving'
					toast({
						variant: 'destructive',
						title: isOwn ? 'Not yours to decide' : 'Too late',
						description: serverMessage(error, 'It is not there any more.'),
					})
					void queryClient.invalidateQueries({ queryKey })
				}
				throw error
			}
		},
		onDone: (decided) => {
			put(decided)
			void queryClient.invalidateQueries({ queryKey: ['host', 'journal'] })
			toast(decision === 'remove' ? removedToast(decided) : keptToast(decided))
		},
	})
}

const removedToast = (report: ReportedRating) => ({
	title: 'Removed',
	description: `The rating is out of the card of ${nameOf(report.driver)}, who can read that it was removed.`,
})
const keptToast = (report: ReportedRating) => ({
	title: 'Kept',
	description: `The rating stays, and ${nameOf(report.driver)} can read that.`,
})
