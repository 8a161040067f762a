import { useState } from 'react'
import type { OwnRating, RatingImpressions } from '#contract/ratings.ts'
import { type RatingDraft, RatingFields, RatingForm } from '#ui/features/ratings/rating-fields.tsx'
import { Button } from '#ui/kit/button.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { useContractForm } from '#ui/platform/contract-form.ts'
import { useChangeRating } from './mend-rating.ts'

type ChangeRatingFormProps = {
	rating: RatingImpressions
	onChanged: (rating: OwnRating) => void
	onRefused: (error: unknown) => void
	onCancel: () => void
}

/** The form of the rating page, filled in with what was said. */
export function ChangeRatingForm({ rating, onChanged, onRefused, onCancel }: ChangeRatingFormProps) {
	const [draft, setDraft] = useState<RatingDraft>(rating)
	const changing = useChangeRating(rating.id)
	const form = useContractForm({
		schema: RatingForm,
		send: (said, handlers) => changing.mutate(said, handlers),
		onSent: onChanged,
		onRefused,
	})
	return (
		<form {...form.props} className="flex flex-col gap-3.5">
			<RatingFields
				draft={draft}
				onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
				field={form.field}
			/>
			<div className="mt-2 grid grid-cols-2 gap-2.5">
				<Button variant="secondary" onPress={onCancel}>
					Cancel
				</Button>
				<PendingButton type="submit" isPending={changing.isPending} className="px-3 whitespace-nowrap">
					{changing.isPending ? 'Saving...' : 'Save Changes'}
				</PendingButton>
			</div>
		</form>
	)
}
