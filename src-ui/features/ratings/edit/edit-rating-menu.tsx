import { useState } from 'react'
import type { GivenRating, OwnRating, RatingImpressions } from '#contract/ratings.ts'
import { t } from '#contract/text.ts'
import { EditRatingForm } from '#ui/features/ratings/rating-fields.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Dialog } from '#ui/kit/overlays/dialog.tsx'
import { MoreMenu } from '#ui/kit/overlays/more-menu.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { isGone, isTooLate, useChangeRating, useIsChangeable, useTakeRatingBack } from './edit-rating.ts'

type EditRatingProps = {
	rating: RatingImpressions & Pick<OwnRating, 'createdAt' | 'sealed'> & Pick<GivenRating, 'notDrawn'>
	driverName: string
	onChanged?: (rating: OwnRating) => void
	onGone?: () => void
}

/** Nothing when it is too late for both. */
export function EditRatingMenu({ rating, driverName }: Pick<EditRatingProps, 'rating' | 'driverName'>) {
	const { items, dialogs } = useEditRating({ rating, driverName })
	if (items.length === 0) return null
	return (
		<>
			<MoreMenu label={moreAboutVerdict(driverName)} items={items} />
			{dialogs}
		</>
	)
}

export const moreAboutVerdict = (driverName: string) => t('More about your verdict on {driver}', { driver: driverName })

/** `items` are for a menu. Acts that come too late are left out. */
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
				title={<span className="wrap-anywhere">{t('Your verdict on {driver}', { driver: driverName })}</span>}
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
			<Dialog title={t('Take it back?')} isOpen={asked === 'take back'} onOpenChange={close} role="alertdialog">
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
	const change = isPossible && !rating.notDrawn ? () => setAsked('change') : undefined
	const items = [
		...(change ? [{ id: 'change', label: t('Change it'), onAction: change }] : []),
		...(isPossible ? [{ id: 'take-back', label: t('Take it back'), onAction: () => setAsked('take back') }] : []),
	]
	return { change, items, dialogs }
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
				{t('What you said of {driver} is deleted and counts nowhere any more. This cannot be undone.', {
					driver: driverName,
				})}
			</p>
			<div className="button-pair">
				<Button variant="secondary" autoFocus onPress={onCancel}>
					{t('Cancel')}
				</Button>
				<PendingButton
					variant="danger"
					className="px-2"
					isPending={takingBack.isPending}
					onPress={() => takingBack.mutate(undefined, { onSuccess: onTakenBack, onError: onRefused })}
				>
					{/* Translators: a button of two side by side, at most 18 characters */}
					{t('Take it back')}
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
