import { queryOptions, skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { UserId } from '#contract/ids.ts'
import type { OwnRating, RatingChange } from '#contract/ratings.ts'
import { t } from '#contract/text.ts'
import type { ButtonVariant } from '#look/class-names.ts'
import { EditRatingForm } from '#ui/features/ratings/rating-fields.tsx'
import { tripOf } from '#ui/features/ratings/send-rating.ts'
import { useWaiting, type Waiting } from '#ui/features/ratings/waiting/waiting-context.ts'
import { mayHaveArrived, type WaitingRating } from '#ui/features/ratings/waiting/waiting-rating.ts'
import { raterShownTo } from '#ui/features/ratings/waiting/whose-waiting.ts'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { ratingKeys } from '#ui/platform/query-keys/ratings.keys.ts'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { useViewer } from '#ui/session/session-context.ts'

const waitingQuery = (raterId: UserId, waiting: Waiting) =>
	queryOptions({
		queryKey: ratingKeys.waiting(raterId),
		queryFn: async () => (await waiting.load()).ofRater(raterId),
		staleTime: 0,
	})

/** Undefined while loading. `isFetching` means the list may be outdated. */
export function useOwnWaiting() {
	const raterId = raterShownTo(useViewer())
	const { data, isFetching } = useQuery(waitingQuery(raterId, useWaiting()))
	return { own: data, isFetching }
}

export const useSentRating = (place: number) =>
	useQuery<OwnRating>({ queryKey: ratingKeys.sent(place), queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY })
		.data

type WaitingButtonsProps = { waiting: WaitingRating; variant?: ButtonVariant; onDropped?: () => void }

export function WaitingButtons({ waiting, variant = 'secondary', onDropped }: WaitingButtonsProps) {
	const [isChanging, setIsChanging] = useState(false)
	const drop = useDrop(onDropped)
	const about = useId()
	const close = () => setIsChanging(false)
	// Editing cannot fix a rating that its trip refused.
	const isOver = waiting.refusal !== null && tripOf(waiting.rating) !== null
	return (
		<>
			<span id={about} hidden>
				{t('Your verdict on {driver}', { driver: waiting.driverName })}
			</span>
			{isOver ? null : (
				<Button variant={variant} size="sm" aria-describedby={about} onPress={() => setIsChanging(true)}>
					{t('Change it')}
				</Button>
			)}
			<Button variant={variant} size="sm" aria-describedby={about} onPress={() => void drop(waiting)}>
				{/* Translators: throws a rating away that has not been sent yet */}
				{t('Drop it')}
			</Button>
			<Dialog
				title={<span className="wrap-anywhere">{t('Your verdict on {driver}', { driver: waiting.driverName })}</span>}
				isOpen={isChanging}
				onOpenChange={close}
				isDismissable={false}
			>
				<ChangeWaitingForm waiting={waiting} onClose={close} />
			</Dialog>
		</>
	)
}

function ChangeWaitingForm({ waiting, onClose }: { waiting: WaitingRating; onClose: () => void }) {
	const { load } = useWaiting()
	const changing = useMutation({
		mutationKey: SENT_FORM,
		mutationFn: async (said: RatingChange) => (await load()).edit(waiting.place, said),
	})
	return (
		<EditRatingForm
			said={waiting.rating}
			isSaving={changing.isPending}
			send={changing.mutate}
			onSent={(wasThere) => {
				onClose()
				if (!wasThere)
					toast({ title: t('Too late'), description: t('It has just been sent. My verdicts can change it.') })
			}}
			onRefused={sayThatNothingChanged}
			onCancel={onClose}
		/>
	)
}

function useDrop(onDropped: (() => void) | undefined) {
	const { load } = useWaiting()
	const undo = async (dropped: WaitingRating) => (await load()).putBack(dropped)
	return async ({ place }: WaitingRating) => {
		try {
			const dropped = await (await load()).drop(place)
			onDropped?.()
			if (!dropped) return
			toast({
				// Translators: the rater has thrown a waiting rating away
				title: t('Dropped'),
				description: whatDroppingDid(dropped),
				action: { label: t('Undo'), onPress: () => void undo(dropped).catch(sayThatNothingChanged) },
			})
		} catch {
			sayThatNothingChanged()
		}
	}
}

function whatDroppingDid(dropped: WaitingRating): string {
	const driver = dropped.driverName
	if (mayHaveArrived(dropped))
		return t('Your verdict on {driver} stays in the tunnel. If it slipped out before, it is called back.', { driver })
	const forgotten = t('Your verdict on {driver} is forgotten.', { driver })
	const isOnTrip = tripOf(dropped.rating) !== null && dropped.refusal === null
	return isOnTrip ? `${forgotten} ${t('If it slipped out before, the page of the trip shows it.')}` : forgotten
}

const sayThatNothingChanged = () =>
	void toast({
		variant: 'destructive',
		title: t('Nothing has changed'),
		description: t('This browser did not keep it. Please try again.'),
	})
