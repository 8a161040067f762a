import { useQueryClient } from '@tanstack/react-query'
import type { Ref } from 'react'
import type { ReportedRating } from '#contract/host/reports.ts'
import { namedWords } from '#contract/impressions.ts'
import { t } from '#contract/text.ts'
import { Plate } from '#look/plate.tsx'
import { Receipt, ReceiptLine, ReceiptLines, ReceiptRule } from '#look/receipt.tsx'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import type { Act } from '#ui/features/host/act-dialog.tsx'
import { useHostAct } from '#ui/features/host/host-act.ts'
import { REASON_WORDS } from '#ui/features/ratings/received/report-reasons.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { Button } from '#ui/kit/button.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { serverMessage } from '#ui/platform/api-client.ts'
import { dayInWords } from '#ui/platform/dates-and-figures.ts'
import { useMember, useSession } from '#ui/session/session-context.ts'
import { keepReported, reportActs } from './report-acts.ts'

type WaitingReportProps = {
	report: ReportedRating
	onAsk: (act: Act<ReportedRating>, report: ReportedRating) => void
	ref: Ref<HTMLLIElement>
}

export function WaitingReport({ report, onAsk, ref }: WaitingReportProps) {
	const me = useMember()
	const tools = { queryClient: useQueryClient(), session: useSession() }
	const keep = useHostAct({ send: () => keepReported(report, tools) })
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
								{/* Translators: before the day of a rating */}
								<ReceiptLine label={t('Rated')} value={dayInWords(day)} />
							</ReceiptLines>
						</>
					) : null}
					<ReceiptRule />
					<p className="text-center">
						<span className="report-reason">{REASON_WORDS[reason]}</span>
						<span className="mt-1.5 block font-mono text-xs text-muted">
							{/* Translators: below the reason of a report, such as 'Not my ride' */}
							{t('says the driver, {day}', { day: dayInWords(reportedOn) })}
						</span>
					</p>
					{driver.id === me?.id ? <OwnDriving isForAnotherHost={isForAnotherHost} /> : null}
					{isForAnotherHost ? null : (
						<div className="mt-4 flex flex-wrap gap-2.5 *:min-w-fit *:flex-1">
							<PendingButton
								size="sm"
								variant="secondary"
								aria-describedby={headingId}
								isPending={keep.isPending}
								onPress={() => keep.run()}
							>
								{keep.isPending ? t('Keeping...') : t('Keep it')}
							</PendingButton>
							<Button
								size="sm"
								variant="danger"
								className="px-2"
								aria-describedby={headingId}
								onPress={() => onAsk(reportActs.remove, report)}
							>
								{t('Remove the rating')}
							</Button>
						</div>
					)}
					{keep.error ? (
						<p role="alert" className="mt-3 text-center text-bad">
							{serverMessage(keep.error, t('Nothing is decided yet. Please try again.'))}
						</p>
					) : null}
				</article>
			</Receipt>
		</li>
	)
}

const OwnDriving = ({ isForAnotherHost }: { isForAnotherHost: boolean }) => (
	<p className="mt-3 text-center text-sm text-muted">
		{isForAnotherHost
			? t('That is you, so another host decides. Passenger seat, please.')
			: t('That is you, and no other host is there. You may decide; the journal says that it was your own.')}
	</p>
)
