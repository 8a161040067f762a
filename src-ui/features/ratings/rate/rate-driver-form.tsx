import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { GUEST_ID, type UserId } from '#contract/ids.ts'
import type { OwnRating } from '#contract/ratings.ts'
import { RIDE, SAFETY, VIBE } from '#ui/features/ratings/impressions.ts'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { Choice } from '#ui/kit/forms/choice.tsx'
import type { FocusHandle } from '#ui/kit/forms/focus-handle.ts'
import { Page } from '#ui/kit/page/page.tsx'
import { StarPicker } from '#ui/kit/stars/stars.tsx'
import { useRateDriver, whyNotSent } from './rate-driver.ts'
import { type RatingDraft, useRatingDraft } from './rating-draft.ts'

export type RateDriverFormProps = {
	driverId: UserId
	/** Who says it; the guest unless told. */
	raterId?: UserId
	onComplete: (rating: OwnRating) => void
	/** What stands above the stars. */
	children?: ReactNode
}

export function RateDriverForm({ driverId, raterId = GUEST_ID, onComplete, children }: RateDriverFormProps) {
	const [draft, change] = useRatingDraft(driverId)
	const [hasTried, setHasTried] = useState(false)
	const rate = useRateDriver(driverId)
	const stars = useRef<FocusHandle>(null)
	const safety = useRef<FocusHandle>(null)
	const ride = useRef<FocusHandle>(null)
	const vibe = useRef<FocusHandle>(null)

	const errors = hasTried ? missingIn(draft) : {}
	const trouble = whyNotSent(rate.error)

	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (rate.isUnderway()) return
		setHasTried(true)
		const { starRating, safetyFeeling, rideQuality, vibeQuality } = draft
		if (starRating === 0) return stars.current?.focus()
		if (safetyFeeling === null) return safety.current?.focus()
		if (rideQuality === null) return ride.current?.focus()
		if (vibeQuality === null) return vibe.current?.focus()
		rate.mutate({ driverId, raterId, rideQuality, safetyFeeling, vibeQuality, starRating }, { onSuccess: onComplete })
	}

	return (
		<form noValidate onSubmit={submit} className="contents">
			<Page
				action={
					<Button type="submit" isBlock isPending={rate.isPending}>
						{rate.isPending ? 'Spilling the tea...' : 'Spill the tea'}
					</Button>
				}
			>
				{children}
				<div className="flex flex-col gap-4">
					<StarPicker
						ref={stars}
						label="Stars"
						value={draft.starRating}
						onChange={(starRating) => change({ starRating })}
						error={errors.starRating}
					/>
					<Choice
						ref={safety}
						label="Safety"
						value={draft.safetyFeeling}
						onChange={(safetyFeeling) => change({ safetyFeeling })}
						options={SAFETY}
						error={errors.safetyFeeling}
					/>
					<Choice
						ref={ride}
						label="Ride"
						value={draft.rideQuality}
						onChange={(rideQuality) => change({ rideQuality })}
						options={RIDE}
						error={errors.rideQuality}
					/>
					<Choice
						ref={vibe}
						label="Vibe"
						value={draft.vibeQuality}
						onChange={(vibeQuality) => change({ vibeQuality })}
						options={VIBE}
						error={errors.vibeQuality}
					/>
					{trouble && !rate.isPending ? (
						<Notice tone="error" title="The tea is still in the cup">
							{trouble}
						</Notice>
					) : null}
				</div>
			</Page>
		</form>
	)
}

/** What to say at each question that has no answer yet. */
function missingIn(draft: RatingDraft): Partial<Record<keyof RatingDraft, string>> {
	return {
		...(draft.starRating === 0 && { starRating: 'Please provide a star rating' }),
		...(draft.safetyFeeling === null && { safetyFeeling: 'Safety is missing. How did it feel?' }),
		...(draft.rideQuality === null && { rideQuality: 'Ride is missing. How was the road?' }),
		...(draft.vibeQuality === null && { vibeQuality: 'Vibe is missing. How was the mood?' }),
	}
}
