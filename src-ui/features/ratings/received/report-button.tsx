import { createContext, type ReactNode, useContext, useState } from 'react'
import type { RatingId, UserId } from '#contract/ids.ts'
import type { StandingRating } from '#contract/received-ratings.ts'
import { classNames } from '#look/class-names.ts'
import { isStanding, type SeenRating } from '#ui/features/ratings/ratings.api.ts'
import { Button } from '#ui/kit/button.tsx'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { Menu } from '#ui/kit/overlays/menu.tsx'
import { MoreIcon } from '#ui/kit/overlays/more-menu.tsx'
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
/** Few think a good rating unfair: there the way to report it is in a menu. */
const LOUD_UP_TO = 2

/**
 * At a rating of one's own driving. It stays the same button when the rating is reported: the focus comes back to it, and
 * it tells what that means.
 */
export function ReportButton({ rating, isShort = false }: { rating: SeenRating; isShort?: boolean }) {
	const open = useContext(ReportContext)
	if (!open || !isReportable(rating)) return null
	const { starRating: stars } = rating
	const which = `(${stars} ${stars === 1 ? 'star' : 'stars'}, ${dayInWords(rating.createdAt)})`
	const act = { id: 'report', label: REPORT_IT, onAction: () => open(rating.id) }
	const label = rating.report ? LABELS[rating.report] : REPORT_IT
	const isInMenu = !rating.report && stars > LOUD_UP_TO
	return (
		<Menu
			label={`More about this rating ${which}`}
			sections={[{ title: 'More', items: [act] }]}
			trigger={(props) => (
				<Button
					{...(isInMenu ? props : { ref: props.ref, onPress: act.onAction })}
					variant="quiet"
					size="sm"
					className={classNames('rating-report', !rating.report && !isInMenu && 'rating-report-loud')}
					aria-label={`${isInMenu ? 'More about this rating' : label} ${which}`}
				>
					{isInMenu ? <MoreIcon /> : isShort && !rating.report ? 'Not fair?' : label}
				</Button>
			)}
		/>
	)
}

const REPORT_IT = 'Not fair? Report it'
