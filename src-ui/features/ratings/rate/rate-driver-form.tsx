import type { ReactNode } from 'react'
import * as v from 'valibot'
import { GUEST_ID, type UserId } from '#contract/ids.ts'
import { type OwnRating, RideQuality, SafetyFeeling, Stars, VibeQuality } from '#contract/ratings.ts'
import { RIDE, SAFETY, VIBE } from '#ui/features/ratings/impressions.ts'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { Choice } from '#ui/kit/forms/choice.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { StarPicker } from '#ui/kit/stars/stars.tsx'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { rateKey, useRateDriver, whyNotSent } from './rate-driver.ts'
import { type RatingDraft, useRatingDraft } from './rating-draft.ts'

/** The value of the chosen radio button; at first none is chosen. */
const chosen = <const T extends readonly string[]>(options: T, message: string) =>
	v.pipe(v.optional(v.string(), ''), v.picklist(options, message))

/** The contract's impressions and stars, as they come out of radio buttons. */
const RatingForm = v.object({
	starRating: v.pipe(v.optional(v.string(), '0'), v.transform(Number), Stars),
	safetyFeeling: chosen(SafetyFeeling.options, 'Safety is missing. How did it feel?'),
	rideQuality: chosen(RideQuality.options, 'Ride is missing. How was the road?'),
	vibeQuality: chosen(VibeQuality.options, 'Vibe is missing. How was the mood?'),
})

export type RateDriverFormProps = {
	driverId: UserId
	/** Who rates; the guest unless told. */
	raterId?: UserId
	onComplete: (rating: OwnRating) => void
	/** The label above the stars. */
	children?: ReactNode
}

export function RateDriverForm({ driverId, raterId = GUEST_ID, onComplete, children }: RateDriverFormProps) {
	const [draft, change] = useRatingDraft(driverId)
	const rate = useRateDriver(driverId)
	const form = useContractForm({
		schema: RatingForm,
		send: (verdict, handlers) => rate.mutate({ driverId, raterId, ...verdict }, handlers),
		onSent: onComplete,
		mutationKey: rateKey(driverId),
	})
	const trouble = whyNotSent(rate.error)

	return (
		<form {...form.props} className="contents">
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
						label="Stars"
						value={draft.starRating}
						{...form.field('starRating', (starRating: RatingDraft['starRating']) => change({ starRating }))}
					/>
					<Choice
						label="Safety"
						value={draft.safetyFeeling}
						options={SAFETY}
						{...form.field('safetyFeeling', (safetyFeeling: RatingDraft['safetyFeeling']) => change({ safetyFeeling }))}
					/>
					<Choice
						label="Ride"
						value={draft.rideQuality}
						options={RIDE}
						{...form.field('rideQuality', (rideQuality: RatingDraft['rideQuality']) => change({ rideQuality }))}
					/>
					<Choice
						label="Vibe"
						value={draft.vibeQuality}
						options={VIBE}
						{...form.field('vibeQuality', (vibeQuality: RatingDraft['vibeQuality']) => change({ vibeQuality }))}
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
