import { createContext, type ReactNode, useContext, useState } from 'react'
import type { RatingId, UserId } from '#contract/ids.ts'
import type { StandingRating } from '#contract/received-ratings.ts'
import { tn } from '#contract/text.ts'
import { isStanding, type SeenRating } from '#ui/features/ratings/ratings.api.ts'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { dayInWords } from '#ui/platform/dates-and-figures.ts'
import type { OwnRatingDialogProps } from './own-rating-dialog.tsx'

const dialogs = {
	answer: latePart<OwnRatingDialogProps>(() => import('./answer-dialog.tsx').then(({ AnswerDialog }) => AnswerDialog)),
	report: latePart<OwnRatingDialogProps>(() => import('./report-dialog.tsx').then(({ ReportDialog }) => ReportDialog)),
}
type Act = keyof typeof dialogs

type OwnRatingsState = {
	/** The row that shows what can be done with its rating. */
	opened: RatingId | null
	toggle: (id: RatingId) => void
	ask: (act: Act, id: RatingId) => void
}

const OwnRatingsContext = createContext<OwnRatingsState | null>(null)

type OwnRatingsProps = { me: UserId; ratings: readonly (SeenRating | undefined)[]; children: ReactNode }

/** Adds answering and reporting to the ratings of the member's own profile, with one dialog shared by all. */
export function OwnRatings({ me, ratings, children }: OwnRatingsProps) {
	const [asked, setAsked] = useState<{ act: Act; id: RatingId } | null>(null)
	const [isOpen, setIsOpen] = useState(false)
	const [opened, setOpened] = useState<RatingId | null>(null)
	const rating = ratings.find((one) => one?.id === asked?.id)
	const ask = (act: Act, id: RatingId) => {
		setAsked({ act, id })
		setIsOpen(true)
	}
	const toggle = (id: RatingId) => setOpened(opened === id ? null : id)
	return (
		<OwnRatingsContext value={{ opened, toggle, ask }}>
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

/** Stays mounted after the first opening so that it can animate out. */
function LateDialog({ act, onMissing, ...props }: LateDialogProps) {
	const Dialog = useLatePart(dialogs[act], true, onMissing)
	return Dialog ? <Dialog {...props} /> : null
}

const isOwn = (rating: SeenRating): rating is StandingRating => 'report' in rating && isStanding(rating)

export function useOwnRating(rating: SeenRating) {
	const own = useContext(OwnRatingsContext)
	if (!own || !isOwn(rating)) return null
	const { id } = rating
	return {
		rating,
		isOpened: own.opened === id,
		toggle: () => own.toggle(id),
		ask: (act: Act) => own.ask(act, id),
	}
}

/** Makes button names unique per rating: '(1 star, Nov 2, 2026)'. */
export const whichRating = ({ starRating: stars, createdAt }: StandingRating) =>
	tn('(# star, {day})', '(# stars, {day})', stars, { day: dayInWords(createdAt) })
