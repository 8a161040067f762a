import { useQueryClient } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { keepReportedRating, type ReportedRating, removeReportedRating } from '#contract/host/reports.ts'
import type { RatingId } from '#contract/ids.ts'
import { namedWords } from '#contract/impressions.ts'
import { Plate } from '#look/plate.tsx'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptRule } from '#look/receipt.tsx'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { reportsQuery } from '#ui/features/host/host.api.ts'
import { useHostAct } from '#ui/features/host/host-act.ts'
import { REASON_WORDS } from '#ui/features/ratings/received/report-reasons.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { ApiError, api, hasStatus, serverMessage } from '#ui/platform/api-client.ts'
import { dayInWords } from '#ui/platform/dates-and-figures.ts'
import { useMember, useSession } from '#ui/session/session-context.ts'

export function WaitingReport({ report, ref }: { report: ReportedRating; ref: Ref<HTMLLIElement> }) {
	const me = useMember()
	const [isAsking, setIsAsking] = useState(false)
	const keep = useDecide('keep')
	const { driver, rating, day, reason, reportedOn, isForAnotherHost } = report
	const name = nameOf(driver)
	const headingId = `report-${report.id}`
	return (
		<li ref={ref}>
			<Receipt torn="both">
				<article aria-labelledby={headingId}>
					<div className="flex items-center gap-3">
						<Avatar avatarId={driver.avatarId} name={name} size="md" />
						<h3 id={headingId} className="min-w-0 leading-none tracking-normal">
							<Plate>{name}</Plate>
						</h3>
					</div>
					<ReceiptRule />
					{rating ? (
						<>
							<div className="text-center">
								<StarRow value={rating.starRating} />
							</div>
							<ReceiptLines className="mt-2">
								{namedWords(rating).map(({ name, word }) => (
									<ReceiptLine key={name} label={name} value={word} />
								))}
								<ReceiptLine label="Rated" value={dayInWords(day)} />
							</ReceiptLines>
						</>
					) : null}
					<ReceiptRule />
					<p className="text-center">
						<span className="report-reason">{REASON_WORDS[reason]}</span>
						<span className="mt-1.5 block font-mono text-xs text-muted">says the driver, {dayInWords(reportedOn)}</span>
					</p>
					{driver.id === me?.id ? <OwnDriving isForAnotherHost={isForAnotherHost} /> : null}
					{isForAnotherHost ? null : (
						<div className="mt-4 flex flex-wrap gap-2.5 *:min-w-fit *:flex-1">
							<PendingButton
								size="sm"
								variant="secondary"
								aria-describedby={headingId}
								isPending={keep.isPending}
								onPress={() => keep.run(report.id)}
							>
								{keep.isPending ? 'Keeping...' : 'Keep it'}
							</PendingButton>
							<Button
								size="sm"
								variant="danger"
								className="px-2"
								aria-describedby={headingId}
								onPress={() => setIsAsking(true)}
							>
								Remove the rating
							</Button>
						</div>
					)}
					{keep.error ? (
						<p role="alert" className="mt-3 text-center text-bad">
							{serverMessage(keep.error, 'Nothing is decided yet. Please try again.')}
						</p>
					) : null}
				</article>
			</Receipt>
			<RemoveRating report={report} isOpen={isAsking} onOpenChange={setIsAsking} />
		</li>
	)
}

const OwnDriving = ({ isForAnotherHost }: { isForAnotherHost: boolean }) => (
	<p className="mt-3 text-center text-sm text-muted">
		{isForAnotherHost
			? 'That is you, so another host decides. Passenger seat, please.'
			: 'That is you, and no other host is there. You may decide; the journal says that it was your own.'}
	</p>
)

type RemoveRatingProps = { report: ReportedRating; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Confirmation before the irreversible removal. */
function RemoveRating({ report, isOpen, onOpenChange }: RemoveRatingProps) {
	const remove = useDecide('remove')
	const { driver, rating, day } = report
	const stars = rating?.starRating === 1 ? '1 star' : `${rating?.starRating} stars`
	return (
		<Dialog
			title="Remove this rating?"
			isOpen={isOpen}
			onOpenChange={(isOpen) => {
				remove.reset()
				onOpenChange(isOpen)
			}}
			role="alertdialog"
		>
			<p className="wrap-anywhere">
				The {stars} that {nameOf(driver)} got on {dayInWords(day)} will be gone for good, from the card, the average and
				every list. Whoever gave {rating?.starRating === 1 ? 'it' : 'them'} is not told.
			</p>
			{remove.error ? (
				<p role="alert" className="mt-3 text-bad">
					{serverMessage(remove.error, 'Nothing was removed. Please try again.')}
				</p>
			) : null}
			<div className="button-pair mt-6">
				<Button variant="secondary" onPress={() => onOpenChange(false)}>
					Back
				</Button>
				<PendingButton
					variant="danger"
					className="px-3"
					isPending={remove.isPending}
					onPress={() => remove.run(report.id)}
				>
					{remove.isPending ? 'Removing...' : 'Remove it'}
				</PendingButton>
			</div>
		</Dialog>
	)
}

function useDecide(decision: 'remove' | 'keep') {
	const queryClient = useQueryClient()
	const session = useSession()
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
		},
		onDone: (decided) => {
			put(decided)
			// The session contains the number of pending reports.
			void queryClient.invalidateQueries({ queryKey: session.query.queryKey })
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
