import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import { NewReport, type NewReportReason, reportRating, type StandingRating } from '#contract/received-ratings.ts'
import { t } from '#contract/text.ts'
import { receivedRatingsQuery } from '#ui/features/ratings/ratings.api.ts'
import { REASON_WORDS, REPORT_WORDS } from '#ui/features/ratings/received/report-reasons.ts'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { OptionCards } from '#ui/kit/forms/option-cards.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { api, hasStatus, serverMessage } from '#ui/platform/api-client.ts'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { useSession } from '#ui/session/session-context.ts'
import { type OwnRatingDialogProps, RatingSummary } from './own-rating-dialog.tsx'
import { changeInReceivedList } from './received-list.ts'

export function ReportDialog({ me, rating, isOpen, onOpenChange }: OwnRatingDialogProps) {
	const close = () => onOpenChange(false)
	return (
		<Dialog
			title={rating.report === null ? t('Not fair?') : SAID[rating.report].title}
			isOpen={isOpen}
			onOpenChange={onOpenChange}
			isDismissable={rating.report !== null}
		>
			<RatingSummary rating={rating} />
			{rating.report === null ? (
				<ReportForm me={me} rating={rating} onClose={close} />
			) : (
				<>
					<p>{SAID[rating.report].text}</p>
					<Button isBlock autoFocus className="mt-5" onPress={close}>
						{t('Okay')}
					</Button>
				</>
			)}
		</Dialog>
	)
}

const SAID = {
	reported: {
		title: REPORT_WORDS.reported,
		text: t('A host takes a look, and either removes this rating or keeps it. Until then it counts.'),
	},
	kept: {
		title: REPORT_WORDS.kept,
		text: t('A host has looked at this rating and keeps it. That is the last word: it cannot be reported again.'),
	},
}

const HINTS: [NewReportReason, string][] = [
	['not_my_ride', t('Somebody else was at the wheel.')],
	['mistake', t('A slip of the thumb, or twice the same ride.')],
	['other', t('The stars are just wrong.')],
]
const REASONS = HINTS.map(([value, hint]) => ({ value, label: REASON_WORDS[value], hint }))

function ReportForm({ me, rating, onClose }: { me: UserId; rating: StandingRating; onClose: () => void }) {
	const report = useReportRating(me, rating)
	const form = useContractForm({
		schema: NewReport,
		send: (typed, handlers) => report.mutate(typed, handlers),
		onRefused: (error, isAtField) => {
			if (isAtField) return
			const description = serverMessage(error, t('Nothing was reported. Please try again.'))
			if (isOver(error)) {
				onClose()
				toast({ variant: 'destructive', title: t('Too late'), description })
			} else form.refuse('reason', description)
		},
	})
	const reason = form.field('reason')

	return (
		<form {...form.props} className="flex flex-col gap-4">
			<p>
				{t(
					'A host sees the stars, the words and your reason, and then removes this rating or keeps it. Nobody is told who gave it.',
				)}
			</p>
			<OptionCards label={t("What's wrong with it?")} options={REASONS} {...reason} />
			<div className="button-pair mt-2">
				<Button variant="secondary" onPress={onClose}>
					{t('Cancel')}
				</Button>
				<PendingButton type="submit" isPending={report.isPending}>
					{report.isPending ? t('Reporting...') : t('Report it')}
				</PendingButton>
			</div>
		</form>
	)
}

function useReportRating(me: UserId, rating: StandingRating) {
	const queryClient = useQueryClient()
	const session = useSession()
	const { queryKey } = receivedRatingsQuery(me)
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: (report: NewReport) => api.send(reportRating, { params: { id: rating.id }, body: report }),
		onSuccess: () => changeInReceivedList(queryClient, me, rating, { report: 'reported' }),
		onError: (error) => {
			session.recheckIfRefused(error)
			if (isOver(error)) void queryClient.invalidateQueries({ queryKey })
		},
	})
}

const isOver = (error: unknown) => hasStatus(error, 404) || hasStatus(error, 409)
