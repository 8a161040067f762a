import { createContext, type ReactNode, useContext, useState } from 'react'
import type { RatingId, UserId } from '#contract/ids.ts'
import type { StandingRating } from '#contract/received-ratings.ts'
import { isStanding, type SeenRating } from '#ui/features/ratings/ratings.api.ts'
import { Button } from '#ui/kit/button.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { dayInWords } from '#ui/platform/dates-and-figures.ts'
import type { ReportDialogProps } from './report-dialog.tsx'

const reportDialog = latePart<ReportDialogProps>(() =>
	import('./report-dialog.tsx').then(({ ReportDialog }) => ReportDialog),
)

/** Opens the dialog about one of one's own ratings; null where they are another driver's. */
const ReportContext = createContext<((id: RatingId) => void) | null>(null)

type OwnRatingsProps = { me: UserId; ratings: readonly (SeenRating | undefined)[]; children: ReactNode }

/** Around the ratings of one's own profile: each of them can be reported. There is one dialog for all. */
export function OwnRatings({ me, ratings, children }: OwnRatingsProps) {
	const [about, setAbout] = useState<RatingId | null>(null)
	const [isOpen, setIsOpen] = useState(false)
	const rating = ratings.find((one) => one?.id === about)
	// Once there it stays, so that it can leave as it came.
	const Dialog = useLatePart(reportDialog, about !== null, () => setAbout(null))
	const open = (id: RatingId) => {
		setAbout(id)
		setIsOpen(true)
	}
	return (
		<ReportContext value={open}>
			{children}
			{Dialog && rating && isReportable(rating) ? (
				<Dialog key={rating.id} me={me} rating={rating} isOpen={isOpen} onOpenChange={setIsOpen} />
			) : null}
		</ReportContext>
	)
}

const isReportable = (rating: SeenRating): rating is StandingRating => 'report' in rating && isStanding(rating)

const LABELS = { reported: 'Reported', kept: 'Kept' }

/**
 * At a rating of one's own driving. It stays the same button when the rating is reported: the focus comes back to it, and
 * it tells what that means.
 */
export function ReportButton({ rating, isShort = false }: { rating: SeenRating; isShort?: boolean }) {
	const open = useContext(ReportContext)
	if (!open || !isReportable(rating)) return null
	const label = rating.report ? LABELS[rating.report] : 'Not fair? Report it'
	const { starRating: stars } = rating
	return (
		<Button
			variant="quiet"
			size="sm"
			className="rating-report"
			aria-label={`${label} (${stars} ${stars === 1 ? 'star' : 'stars'}, ${dayInWords(rating.createdAt)})`}
			onPress={() => open(rating.id)}
		>
			{isShort && !rating.report ? 'Not fair?' : label}
		</Button>
	)
}
