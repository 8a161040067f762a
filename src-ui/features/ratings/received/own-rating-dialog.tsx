import type { UserId } from '#contract/ids.ts'
import { impressionsInWords } from '#contract/impressions.ts'
import type { StandingRating } from '#contract/received-ratings.ts'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { dayInWords, listInWords } from '#ui/platform/dates-and-figures.ts'

export type OwnRatingDialogProps = {
	me: UserId
	rating: StandingRating
	isOpen: boolean
	onOpenChange: (isOpen: boolean) => void
}

export const RatingSummary = ({ rating }: { rating: StandingRating }) => (
	<div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
		<StarRow value={rating.starRating} size="tiny" />
		<span className="font-mono text-xs text-muted">
			{listInWords([...impressionsInWords(rating).map(({ word }) => word), dayInWords(rating.createdAt)])}
		</span>
	</div>
)
