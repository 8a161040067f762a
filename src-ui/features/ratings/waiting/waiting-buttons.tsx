import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { RatingChange } from '#contract/ratings.ts'
import type { ButtonVariant } from '#look/class-names.ts'
import { SayAnewForm } from '#ui/features/ratings/say-anew-form.tsx'
import { Button } from '#ui/kit/button.tsx'
import { toast } from '#ui/kit/feedback/toast.ts'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { SENT_FORM } from '#ui/platform/underway.ts'
import { useWaiting } from './waiting-context.ts'
import { mayHaveArrived, type WaitingRating } from './waiting-rating.ts'

type WaitingButtonsProps = { waiting: WaitingRating; variant?: ButtonVariant; onDropped?: () => void }

/** 'Change it' and 'Drop it'; whoever shows them puts them side by side. */
export function WaitingButtons({ waiting, variant = 'secondary', onDropped }: WaitingButtonsProps) {
	const [isChanging, setIsChanging] = useState(false)
	const drop = useDrop(onDropped)
	const about = useId()
	const close = () => setIsChanging(false)
	return (
		<>
			<span id={about} hidden>
				Your verdict on {waiting.driverName}
			</span>
			<Button variant={variant} size="sm" aria-describedby={about} onPress={() => setIsChanging(true)}>
				Change it
			</Button>
			<Button variant={variant} size="sm" aria-describedby={about} onPress={() => void drop(waiting)}>
				Drop it
			</Button>
			<Dialog
				title={<span className="wrap-anywhere">Your verdict on {waiting.driverName}</span>}
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
		mutationFn: async (said: RatingChange) => (await load()).sayAnew(waiting.place, said),
	})
	return (
		<SayAnewForm
			said={waiting.rating}
			isSaving={changing.isPending}
			send={changing.mutate}
			onSent={(wasThere) => {
				onClose()
				if (!wasThere) toast({ title: 'Too late', description: 'It has just been sent. My verdicts can change it.' })
			}}
			onRefused={sayThatNothingChanged}
			onCancel={onClose}
		/>
	)
}

/** The toast has an Undo. */
function useDrop(onDropped: (() => void) | undefined) {
	const { load } = useWaiting()
	const undo = async (dropped: WaitingRating) => (await load()).putBack(dropped)
	return async ({ place, driverName }: WaitingRating) => {
		try {
			const dropped = await (await load()).drop(place)
			onDropped?.()
			if (!dropped) return
			toast({
				title: 'Dropped',
				description: !mayHaveArrived(dropped)
					? `Your verdict on ${driverName} is forgotten.`
					: `Your verdict on ${driverName} stays in the tunnel. If it slipped out before, it is called back.`,
				action: { label: 'Undo', onPress: () => void undo(dropped).catch(sayThatNothingChanged) },
			})
		} catch {
			sayThatNothingChanged()
		}
	}
}

const sayThatNothingChanged = () =>
	void toast({
		variant: 'destructive',
		title: 'Nothing has changed',
		description: 'This browser did not keep it. Please try again.',
	})
