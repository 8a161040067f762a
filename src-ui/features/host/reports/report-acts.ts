import { keepReportedRating, type ReportedRating, removeReportedRating } from '#contract/host/reports.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import type { Tools } from '#ui/features/host/act-dialog.tsx'
import { act } from '#ui/features/host/act-dialog.tsx'
import { reportsQuery } from '#ui/features/host/host.api.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { ApiError, api, hasStatus, serverMessage } from '#ui/platform/api-client.ts'
import { dayInWords } from '#ui/platform/dates-and-figures.ts'

export const reportActs = {
	remove: act({
		title: (_report: ReportedRating) => 'Remove this rating?',
		text: ({ driver, rating, day }) =>
			`The ${rating?.starRating === 1 ? '1 star' : `${rating?.starRating} stars`} that ${nameOf(driver)} got on ${dayInWords(day)} will be gone for good, from the card, the average and every list. Whoever gave ${rating?.starRating === 1 ? 'it' : 'them'} is not told.`,
		role: 'alertdialog',
		button: () => 'Remove it',
		pending: 'Removing...',
		cancel: 'Back',
		danger: true,
		failure: 'Nothing was removed. Please try again.',
		call: (report, tools) => decide(removeReportedRating, report, tools),
		toast: (_report, { driver }) => ({
			title: 'Removed',
			description: `The rating is out of the card of ${nameOf(driver)}, who can read that it was removed.`,
		}),
	}),
}

/** No confirmation, because keeping a rating changes nothing visible. */
export async function keepReported(report: ReportedRating, tools: Tools) {
	const { driver } = await decide(keepReportedRating, report, tools)
	toast({ title: 'Kept', description: `The rating stays, and ${nameOf(driver)} can read that.` })
}

async function decide(
	call: typeof removeReportedRating | typeof keepReportedRating,
	{ id }: ReportedRating,
	{ queryClient, session }: Tools,
): Promise<ReportedRating> {
	const { queryKey } = reportsQuery
	try {
		const decided = await api.send(call, { params: { id } })
		queryClient.setQueryData(
			queryKey,
			(list) =>
				list && {
					...list,
					pages: list.pages.map((page) => ({
						...page,
						reports: page.reports.map((one) => (one.id === id ? decided : one)),
					})),
				},
		)
		// The session contains the number of pending reports.
		void queryClient.invalidateQueries({ queryKey: session.query.queryKey })
		void queryClient.invalidateQueries({ queryKey: ['host', 'journal'] })
		return decided
	} catch (error) {
		// Another host decided it or the rater changed the rating; the refetched list shows the result.
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
}
