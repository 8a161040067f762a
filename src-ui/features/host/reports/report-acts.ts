import { keepReportedRating, type ReportedRating, removeReportedRating } from '#contract/host/reports.ts'
import { t, tn } from '#contract/text.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import type { Tools } from '#ui/features/host/act-dialog.tsx'
import { act } from '#ui/features/host/act-dialog.tsx'
import { reportsQuery } from '#ui/features/host/host.api.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { ApiError, api, hasStatus, serverMessage } from '#ui/platform/api-client.ts'
import { dayInWords } from '#ui/platform/dates-and-figures.ts'

export const reportActs = {
	remove: act({
		title: (_report: ReportedRating) => t('Remove this rating?'),
		text: ({ driver, rating, day }) =>
			tn(
				'The # star that {name} got on {day} will be gone for good, from the card, the average and every list. Whoever gave it is not told.',
				'The # stars that {name} got on {day} will be gone for good, from the card, the average and every list. Whoever gave them is not told.',
				rating?.starRating ?? 0,
				{ name: nameOf(driver), day: dayInWords(day) },
			),
		role: 'alertdialog',
		button: () => t('Remove it', { context: 'rating' }),
		pending: t('Removing...'),
		cancel: t('Back'),
		danger: true,
		failure: t('Nothing was removed. Please try again.'),
		call: (report, tools) => decide(removeReportedRating, report, tools),
		toast: (_report, { driver }) => ({
			title: t('Removed'),
			description: t('The rating is out of the card of {name}, who can read that it was removed.', {
				name: nameOf(driver),
			}),
		}),
	}),
}

/** No confirmation, because keeping a rating changes nothing visible. */
export async function keepReported(report: ReportedRating, tools: Tools) {
	const { driver } = await decide(keepReportedRating, report, tools)
	toast({ title: t('Kept'), description: t('The rating stays, and {name} can read that.', { name: nameOf(driver) }) })
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
				title: isOwn ? t('Not yours to decide') : t('Too late'),
				description: serverMessage(error, t('It is not there any more.')),
			})
			void queryClient.invalidateQueries({ queryKey })
		}
		throw error
	}
}
