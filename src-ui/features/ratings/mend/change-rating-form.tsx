import type { OwnRating, RatingImpressions } from '#contract/ratings.ts'
import { SayAnewForm } from '#ui/features/ratings/say-anew-form.tsx'
import { useChangeRating } from './mend-rating.ts'

type ChangeRatingFormProps = {
	rating: RatingImpressions
	onChanged: (rating: OwnRating) => void
	onRefused: (error: unknown) => void
	onCancel: () => void
}

/** Changes a rating that the server has. */
export function ChangeRatingForm({ rating, onChanged, onRefused, onCancel }: ChangeRatingFormProps) {
	const changing = useChangeRating(rating.id)
	return (
		<SayAnewForm
			said={rating}
			isSaving={changing.isPending}
			send={changing.mutate}
			onSent={onChanged}
			onRefused={onRefused}
			onCancel={onCancel}
		/>
	)
}
