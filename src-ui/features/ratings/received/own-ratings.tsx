import { createContext, type ReactNode, useContext, useState } from 'react'
import type { RatingId, UserId } from '#contract/ids.ts'
import type { StandingRating } from '#contract/received-ratings.ts'
import { isStanding, type SeenRating } from '#ui/features/ratings/ratings.api.ts'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { dayInWords } from '#ui/platform/dates-and-figures.ts'
import type { OwnRatingDialogProps } from './own-rating-dialog.tsx'

const dialogs = {
	answer: latePart<OwnRatingDialogProps>(() => import('./answer-dialog.tsx').then(({ AnswerDialog }) => AnswerDialog)),
	report: latePart<OwnRatingDialogProps>(() => import('./report-dialog.tsx').then(({ ReportDialog }) => ReportDialog)),
}
type Act = keyof typeof dialogs

const OwnRatingsContext = createContext<((act: Act, id: RatingId) => void) | null>(null)

type OwnRatingsProps = { me: UserId; ratings: readonly (SeenRating | undefined)[]; children: ReactNode }

/** Around the ratings of one's own profile: each of them can be answered and reported. There is one dialog for all. */
export function OwnRatings({ me, ratings, children }: OwnRatingsProps) {
	const [asked, setAsked] = useState<{ act: Act; id: RatingId } | null>(null)
	const [isOpen, setIsOpen] = useState(false)
	const rating = ratings.find((one) => one?.id === asked?.id)
	const open = (act: Act, id: RatingId) => {
		setAsked({ act, id })
		setIsOpen(true)
	}
	return (
		<OwnRatingsContext value={open}>
			{children}
			{asked && rating && isOwn(rating) ? (
				<LateDialog
					key={`${asked.act} ${rating.id}`}
					act={asked.act}
					onMissing={() => setAsked(null)}
					me={me}
					rating={rating}
					isOpen={isOpen}
					onOpenChange={setIsOpen}
				/>
			) : null}
		</OwnRatingsContext>
	)
}

type LateDialogProps = OwnRatingDialogProps & { act: Act; onMissing: () => void }

/** Once there it stays, so that it can leave as it came. */
function LateDialog({ act, onMissing, ...props }: LateDialogProps) {
	const Dialog = useLatePart(dialogs[act], true, onMissing)
	return Dialog ? <Dialog {...props} /> : null
}

const isOwn = (rating: SeenRating): rating is StandingRating => 'report' in rating && isStanding(rating)

/** A rating of one's own driving that is still there, and what opens the dialogs about it; null where it is another driver's. */
export function useOwnRating(rating: SeenRating) {
	const open = useContext(OwnRatingsContext)
	if (!open || !isOwn(rating)) return null
	return { rating, open: (act: Act) => open(act, rating.id) }
}

/** For the names of buttons of which there is one at each rating: '(1 star, Nov 2, 2026)'. */
export const whichRating = ({ starRating: stars, createdAt }: StandingRating) =>
	`(${stars} ${stars === 1 ? 'star' : 'stars'}, ${dayInWords(createdAt)})`
