import type { RatingId } from '#contract/ids.ts'
import { impressionsInWords } from '#contract/impressions.ts'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { dayInWords } from '#ui/platform/dates-and-figures.ts'
import { isStanding, type SeenRating } from './received-ratings.api.ts'
import { ReportButton } from './report-button.tsx'
import type { MoreRatings } from './use-ratings-of-driver.ts'

const HEADING_ID = 'earlier-ratings'

export type EarlierRatingsProps = { ratings: SeenRating[]; more: MoreRatings }

/** All but the latest, by month: stars, three words and the day. Nobody learns who said it, nor when on that day. */
export function EarlierRatings({ ratings, more }: EarlierRatingsProps) {
	return (
		<section aria-labelledby={HEADING_ID} className="mt-8 lg:mt-9">
			<h2 id={HEADING_ID}>Earlier ratings</h2>
			{byMonth(ratings).map(({ month, ratings }) => (
				<Month key={month} month={month} ratings={ratings} firstNew={more.firstNew} />
			))}
			<ShowMore {...more} />
		</section>
	)
}

type MonthProps = { month: string; ratings: SeenRating[]; firstNew: RatingId | null }

function Month({ month, ratings, firstNew }: MonthProps) {
	const headingId = `ratings-of-${month}`
	return (
		<section aria-labelledby={headingId} className="rating-month">
			<h3 id={headingId} className="mt-5 mb-1 font-mono text-sm font-normal tracking-normal text-muted uppercase">
				{dayInWords(`${month}-01`, { month: 'long', year: 'numeric' })}
			</h3>
			<ul>
				{ratings.map((rating) => (
					<Rating key={rating.id} rating={rating} isFirstNew={rating.id === firstNew} />
				))}
			</ul>
		</section>
	)
}

function Rating({ rating, isFirstNew }: { rating: SeenRating; isFirstNew: boolean }) {
	const isThere = isStanding(rating)
	return (
		<li ref={isFirstNew ? takeFocus : undefined} tabIndex={isFirstNew ? -1 : undefined} className="rating-line">
			{isThere ? <StarRow value={rating.starRating} size="tiny" /> : <p className="rating-removed">Removed</p>}
			<time dateTime={rating.createdAt} className="rating-day">
				{dayInWords(rating.createdAt, { day: 'numeric', month: 'short' })}
			</time>
			<p className="rating-words">
				{isThere
					? impressionsInWords(rating).map(({ word, isGood }) => (
							<span key={word} className={isGood ? 'text-good' : 'text-bad'}>
								{word}
							</span>
						))
					: 'A host agreed with you. It no longer counts.'}
			</p>
			<ReportButton rating={rating} isShort />
		</li>
	)
}

/** The button that had the focus is further down now, or gone. */
const takeFocus = (line: HTMLElement | null) => line?.focus()

function ShowMore({ hasMore, isOnTheWay, hasFailed, shown, showMore }: MoreRatings) {
	return (
		<div className="mt-4">
			{hasFailed ? (
				<div className="mb-4">
					<Notice tone="error" title="The earlier ones are stuck in traffic">
						What is on the screen stays. The rest did not arrive.
					</Notice>
				</div>
			) : null}
			{/* One button for all: it keeps the focus. */}
			{hasMore ? (
				<PendingButton variant="secondary" isBlock isPending={isOnTheWay} onPress={showMore}>
					{isOnTheWay ? 'Rewinding...' : hasFailed ? 'Try again' : 'Show more'}
				</PendingButton>
			) : null}
			<p role="status" className="sr-only">
				{shown}
			</p>
		</div>
	)
}

/** One after the other as they come, by the month of their day. */
function byMonth(ratings: SeenRating[]): { month: string; ratings: SeenRating[] }[] {
	const months: { month: string; ratings: SeenRating[] }[] = []
	for (const rating of ratings) {
		const month = rating.createdAt.slice(0, '2026-11'.length)
		const last = months.at(-1)
		if (last?.month === month) last.ratings.push(rating)
		else months.push({ month, ratings: [rating] })
	}
	return months
}
