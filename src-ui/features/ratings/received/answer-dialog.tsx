import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import type { UserId } from '#contract/ids.ts'
import type { StandingRating } from '#contract/received-ratings.ts'
import { replyToRating, STICKER_WORDS, takeReplyBack } from '#contract/replies.ts'
import { Sticker } from '#contract/stickers.ts'
import { t } from '#contract/text.ts'
import { receivedRatingsQuery } from '#ui/features/ratings/ratings.api.ts'
import { StickerFace } from '#ui/features/ratings/replies/reply.tsx'
import { closeComplaint, toast } from '#ui/kit/feedback/toast.ts'
import { CheckIcon } from '#ui/kit/icons.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { api, hasStatus, serverMessage } from '#ui/platform/api-client.ts'
import { SENT_FORM, useFormUnderway } from '#ui/platform/underway.ts'
import { useSession } from '#ui/session/session-context.ts'
import { type OwnRatingDialogProps, RatingSummary } from './own-rating-dialog.tsx'
import { changeInReceivedList } from './received-list.ts'

export function AnswerDialog({ me, rating, isOpen, onOpenChange }: OwnRatingDialogProps) {
	const answer = useAnswer(me, rating)
	const isUnderway = useFormUnderway()
	const close = () => onOpenChange(false)
	const stick = (sticker: Sticker | null) => {
		if (isUnderway()) return
		closeComplaint()
		answer.mutate(sticker, { onSuccess: close, onError: (error) => isGone(error) && close() })
	}
	const onItsWay = answer.isPending ? answer.variables : undefined
	const chosen = onItsWay ?? rating.reply

	return (
		<Dialog title={t('Your answer')} isOpen={isOpen} onOpenChange={onOpenChange}>
			<RatingSummary rating={rating} />
			<p className="mb-4">{t('One sticker, for all to see. Your passenger finds it in their verdicts.')}</p>
			<ListBox
				aria-label={t('Stickers')}
				layout="grid"
				autoFocus="first"
				selectionMode="single"
				selectedKeys={chosen ? [chosen] : []}
				onSelectionChange={(keys) => {
					const [sticker] = keys as Set<Sticker>
					if (sticker) stick(sticker)
					else close()
				}}
				className="sticker-sheet"
			>
				{Sticker.options.map((sticker) => (
					<ListBoxItem
						key={sticker}
						id={sticker}
						textValue={STICKER_WORDS[sticker]()}
						className="sticker-choice"
						data-on-its-way={sticker === onItsWay || undefined}
					>
						{({ isSelected }) => (
							// Only the inner element is rotated: arrow-key navigation uses the outer element's position.
							<span className="reply-sticker" data-sticker={sticker}>
								<StickerFace sticker={sticker} />
								{isSelected ? <CheckIcon size={18} className="sticker-chosen" /> : null}
							</span>
						)}
					</ListBoxItem>
				))}
			</ListBox>
			<p role="status" className="sr-only">
				{onItsWay ? t('Sticking it on...') : ''}
			</p>
			{rating.reply ? (
				<PendingButton
					variant="secondary"
					isBlock
					className="mt-5"
					isPending={answer.isPending && onItsWay === null}
					onPress={() => stick(null)}
				>
					{answer.isPending && onItsWay === null ? t('Taking it off...') : t('Take it back')}
				</PendingButton>
			) : null}
		</Dialog>
	)
}

/** Null removes the answer. Mutation-level callbacks run even if the dialog closes first. */
function useAnswer(me: UserId, rating: StandingRating) {
	const queryClient = useQueryClient()
	const session = useSession()
	const { queryKey } = receivedRatingsQuery(me)
	const params = { id: rating.id }
	return useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async (sticker: Sticker | null) => {
			if (sticker) await api.send(replyToRating, { params, body: { sticker } })
			else await api.send(takeReplyBack, { params })
		},
		onSuccess: async (_, reply) => {
			// A list response still in flight may predate the change.
			await queryClient.cancelQueries({ queryKey })
			changeInReceivedList(queryClient, me, rating, { reply })
		},
		onError: (error, sticker) => {
			session.recheckIfRefused(error)
			if (isGone(error)) void queryClient.invalidateQueries({ queryKey })
			toast({ variant: 'destructive', ...whyNot(error, sticker) })
		},
	})
}

const isGone = (error: unknown) => hasStatus(error, 404)

function whyNot(error: unknown, sticker: Sticker | null): { title: string; description: string } {
	if (isGone(error)) return { title: t('Already gone'), description: t('This rating is not there any more.') }
	return {
		title: sticker ? t('It did not stick') : t('It did not come off'),
		description: serverMessage(error, t('Your answer is as it was. Please try again.')),
	}
}
