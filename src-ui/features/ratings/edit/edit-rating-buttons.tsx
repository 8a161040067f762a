import { useId, useState } from 'react'
import type { GivenRating, OwnRating, RatingImpressions } from '#contract/ratings.ts'
import { EditRatingForm } from '#ui/features/ratings/rating-fields.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { isGone, isTooLate, useChangeRating, useIsChangeable, useTakeRatingBack } from './edit-rating.ts'

type EditRatingProps = {
	rating: RatingImpressions & Pick<OwnRating, 'createdAt' | 'sealed'> & Pick<GivenRating, 'notDrawn'>
	driverName: string
	onChanged?: (rating: OwnRating) => void
	onGone?: () => void
}

export function EditRatingButtons({ rating, driverName }: Pick<EditRatingProps, 'rating' | 'driverName'>) {
	const { change, takeBack, dialogs } = useEditRating({ rating, driverName })
	const about = useId()
	if (!takeBack) return null
	return (
		<>
			<span id={about} hidden>
				Your verdict on {driverName}
			</span>
			{change ? (
				<Button variant="secondary" size="sm" aria-describedby={about} onPress={change}>
					Change it
				</Button>
			) : null}
			<Button variant="secondary" size="sm" aria-describedby={about} onPress={takeBack}>
				Take it back
			</Button>
			{dialogs}
		</>
	)
}

/** Without `change` or `takeBack`, it is too late for that. */
export function useEditRating({ rating, driverName, onChanged, onGone }: EditRatingProps) {
	const [asked, setAsked] = useState<'change' | 'take back' | null>(null)
	const [isOver, setIsOver] = useState(false)
	const isChangeable = useIsChangeable(rating)
	const close = () => setAsked(null)
	const refused = (error: unknown) => {
		if (!isGone(error) && !isTooLate(error)) return
		close()
		if (isGone(error)) onGone?.()
		else setIsOver(true)
	}

	// Keeps an open dialog when the time runs out, so that a half-made edit does not vanish.
	const isPossible = (!isOver && isChangeable) || asked !== null
	const dialogs = (
		<>
			<Dialog
				title={<span className="wrap-anywhere">Your verdict on {driverName}</span>}
				isOpen={asked === 'change'}
				onOpenChange={close}
				isDismissable={false}
			>
				<ChangeRatingForm
					rating={rating}
					onChanged={(changed) => {
						close()
						onChanged?.(changed)
					}}
					onRefused={refused}
					onCancel={close}
				/>
			</Dialog>
			<Dialog title="Take it back?" isOpen={asked === 'take back'} onOpenChange={close} role="alertdialog">
				<ConfirmTakingBack
					rating={rating}
					driverName={driverName}
					onTakenBack={() => {
						close()
						onGone?.()
					}}
					onRefused={refused}
					onCancel={close}
				/>
			</Dialog>
		</>
	)
	return {
		change: isPossible && !rating.notDrawn ? () => setAsked('change') : undefined,
		takeBack: isPossible ? () => setAsked('take back') : undefined,
		dialogs,
	}
}

type ConfirmTakingBackProps = Pick<EditRatingProps, 'rating' | 'driverName'> & {
	onTakenBack: () => void
	onRefused: (error: unknown) => void
	onCancel: () => void
}

function ConfirmTakingBack({ rating, driverName, onTakenBack, onRefused, onCancel }: ConfirmTakingBackProps) {
	const takingBack = useTakeRatingBack(rating.id, driverName)
	return (
		<div className="flex flex-col gap-5">
			<p className="wrap-anywhere">
				What you said of {driverName} is deleted and counts nowhere any more. This cannot be undone.
			</p>
			<div className="button-pair">
				<Button variant="secondary" autoFocus onPress={onCancel}>
					Cancel
				</Button>
				<PendingButton
					variant="danger"
					className="px-3 whitespace-nowrap"
					isPending={takingBack.isPending}
					onPress={() => takingBack.mutate(undefined, { onSuccess: onTakenBack, onError: onRefused })}
				>
					Take it back
				</PendingButton>
			</div>
		</div>
	)
}

type ChangeRatingFormProps = {
	rating: RatingImpressions
	onChanged: (rating: OwnRating) => void
	onRefused: (error: unknown) => void
	onCancel: () => void
}

function ChangeRatingForm({ rating, onChanged, onRefused, onCancel }: ChangeRatingFormProps) {
	const changing = useChangeRating(rating.id)
	return (
		<EditRatingForm
			said={rating}
			isSaving={changing.isPending}
			send={changing.mutate}
			onSent={onChanged}
			onRefused={onRefused}
			onCancel={onCancel}
		/>
	)
}
