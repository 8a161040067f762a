import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { RatingId, UserId } from '#contract/ids.ts'
import { impressionsInWords } from '#contract/impressions.ts'
import type { StandingRating } from '#contract/received-ratings.ts'
import { t, tn } from '#contract/text.ts'
import {
	isStanding,
	ratingsOfDriverQuery,
	receivedRatingsQuery,
	type SeenRating,
} from '#ui/features/ratings/ratings.api.ts'
import { ReplyAtRating } from '#ui/features/ratings/received/reply-at-rating.tsx'
import { ReportButton } from '#ui/features/ratings/received/report-button.tsx'
import { REPORT_WORDS } from '#ui/features/ratings/received/report-reasons.ts'
import { ReplySticker } from '#ui/features/ratings/replies/reply.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { CaretIcon } from '#ui/kit/icons.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { ApiError } from '#ui/platform/api-client.ts'
import { dayInWords } from '#ui/platform/dates-and-figures.ts'
import { nextPage } from '#ui/platform/query-client.ts'
import { useOwnRating } from './own-ratings.tsx'
import './own-rows.css'

export type RatingsInPages = ReturnType<typeof useRatingsOfDriver>
type MoreRatings = RatingsInPages['more']

export const useRatingsOfDriver = (driverId: UserId) =>
	usePages(useSuspenseInfiniteQuery(ratingsOfDriverQuery(driverId)))

/** The driver's own view, which also marks ratings that a host removed. */
export const useReceivedRatings = (me: UserId) => usePages(useSuspenseInfiniteQuery(receivedRatingsQuery(me)))

type Query<Rating> = {
	data: { pages: { ratings: Rating[] }[] }
	hasNextPage: boolean
	isFetchingNextPage: boolean
	fetchNextPage: () => Promise<Fetched<Rating>>
	refetch: () => Promise<{ isSuccess: boolean }>
}
type Fetched<Rating> = {
	isSuccess: boolean
	hasNextPage: boolean
	error: unknown
	data?: { pages: { ratings: Rating[] }[] } | undefined
}

/** True if the rater took back the rating that the next page starts after. */
const isPlaceGone = (error: unknown) => error instanceof ApiError && error.problemCode === 'unknown_before'

function usePages<Rating extends SeenRating>(query: Query<Rating>) {
	const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
	const [asked, setAsked] = useState<Asked>({ state: 'not', firstNew: null, shown: '' })
	const all = data.pages.flatMap(({ ratings }) => ratings)
	const latest = all.find(isStanding)

	const showMore = async () => {
		setAsked({ state: 'on-the-way', firstNew: null, shown: '' })
		const known = new Set(all.map(({ id }) => id))
		const further = () => nextPage(fetchNextPage, ({ data: now }) => (now?.pages.length ?? 0) > data.pages.length)
		let answer = await further()
		if (isPlaceGone(answer.error) && (await refetch()).isSuccess) answer = await further()
		if (!answer.isSuccess || !answer.data) return setAsked({ state: 'failed', firstNew: null, shown: '' })
		const added = answer.data.pages.flatMap(({ ratings }) => ratings).filter(({ id }) => !known.has(id))
		setAsked({ state: 'not', firstNew: added[0]?.id ?? null, shown: moreInWords(added.length) })
	}

	return {
		latest,
		earlier: all.filter((rating) => rating !== latest) as SeenRating[],
		more: {
			hasMore: hasNextPage,
			isOnTheWay: isFetchingNextPage || asked.state === 'on-the-way',
			hasFailed: asked.state === 'failed',
			firstNew: asked.firstNew,
			shown: asked.shown,
			showMore: () => void showMore(),
		},
	}
}

type Asked = { state: 'not' | 'on-the-way' | 'failed'; firstNew: RatingId | null; shown: string }

const moreInWords = (count: number) => {
	if (count === 0) return t('Those were all ratings')
	return tn('# more rating is shown', '# more ratings are shown', count)
}

const HEADING_ID = 'earlier-ratings'

type EarlierRatingsProps = { ratings: SeenRating[]; driverName: string; more: MoreRatings }

/** All ratings but the latest, by month. They show only the day, never the rater or the hour, to protect raters. */
export function EarlierRatings({ ratings, driverName, more }: EarlierRatingsProps) {
	return (
		<section aria-labelledby={HEADING_ID} className="mt-8 md:mt-9">
			<h2 id={HEADING_ID}>{t('Earlier ratings')}</h2>
			{byMonth(ratings).map(({ month, ratings }) => (
				<Month key={month} month={month} ratings={ratings} driverName={driverName} firstNew={more.firstNew} />
			))}
			<ShowMore {...more} />
		</section>
	)
}

type MonthProps = { month: string; ratings: SeenRating[]; driverName: string; firstNew: RatingId | null }

function Month({ month, ratings, driverName, firstNew }: MonthProps) {
	const headingId = `ratings-of-${month}`
	return (
		<section aria-labelledby={headingId} className="rating-month">
			<h3 id={headingId} className="mt-5 mb-1 font-mono text-sm font-normal tracking-normal text-muted uppercase">
				{dayInWords(`${month}-01`, { month: 'long', year: 'numeric' })}
			</h3>
			<ul>
				{ratings.map((rating) => (
					<Rating key={rating.id} rating={rating} driverName={driverName} isFirstNew={rating.id === firstNew} />
				))}
			</ul>
		</section>
	)
}

type RatingProps = { rating: SeenRating; driverName: string; isFirstNew: boolean }

function Rating({ rating, driverName, isFirstNew }: RatingProps) {
	const own = useOwnRating(rating)
	return (
		<li ref={isFirstNew ? takeFocus : undefined} tabIndex={isFirstNew ? -1 : undefined} className="rating-line">
			{own ? (
				<OwnRow own={own} driverName={driverName} />
			) : (
				<>
					<div className="rating-said">
						<WhatWasSaid rating={rating} />
					</div>
					<ReplyAtRating rating={rating} driverName={driverName} isShort />
				</>
			)}
		</li>
	)
}

type OwnRowProps = { own: NonNullable<ReturnType<typeof useOwnRating>>; driverName: string }

/** One control a row; the acts appear when it is opened. */
function OwnRow({ own: { rating, isOpened, toggle }, driverName }: OwnRowProps) {
	const actsId = `acts-of-${rating.id}`
	return (
		<>
			<button
				type="button"
				className="rating-said rating-opens"
				aria-expanded={isOpened}
				aria-controls={isOpened ? actsId : undefined}
				onClick={toggle}
			>
				<WhatWasSaid rating={rating}>
					<CaretIcon size={16} className="rating-caret" />
					{isOpened ? null : <WhatCameOfIt {...rating} />}
				</WhatWasSaid>
			</button>
			{isOpened ? (
				<div id={actsId} className="rating-row-acts">
					<ReplyAtRating rating={rating} driverName={driverName} isShort />
					<ReportButton rating={rating} isInRow />
				</div>
			) : null}
		</>
	)
}

function WhatCameOfIt({ reply, report }: Pick<StandingRating, 'reply' | 'report'>) {
	if (!reply && !report) return null
	return (
		<span className="rating-outcome">
			{reply ? (
				<span>
					<span className="sr-only">{t('You answered:')} </span>
					<ReplySticker sticker={reply} />
				</span>
			) : null}
			{report ? <span className="rating-mark">{REPORT_WORDS[report]}</span> : null}
		</span>
	)
}

function WhatWasSaid({ rating, children }: { rating: SeenRating; children?: ReactNode }) {
	const isThere = isStanding(rating)
	return (
		<>
			{isThere ? (
				<StarRow value={rating.starRating} size="tiny" />
			) : (
				// Translators: instead of the stars of a rating that a host has removed
				<span className="rating-removed">{t('Removed')}</span>
			)}
			<time dateTime={rating.createdAt} className="rating-day">
				{dayInWords(rating.createdAt, { day: 'numeric', month: 'short' })}
			</time>
			<span className="rating-words">
				{isThere
					? impressionsInWords(rating).map(({ word, isGood }) => (
							<span key={word} className={isGood ? 'text-good' : 'text-bad'}>
								{word}{' '}
							</span>
						))
					: t('A host agreed with you. It no longer counts.')}
			</span>
			{children}
		</>
	)
}

const takeFocus = (line: HTMLElement | null) => line?.focus()

function ShowMore({ hasMore, isOnTheWay, hasFailed, shown, showMore }: MoreRatings) {
	return (
		<div className="mt-4">
			{hasFailed ? (
				<div className="mb-4">
					<Notice tone="error" title={t('The earlier ones are stuck in traffic')}>
						{t('What is on the screen stays. The rest did not arrive.')}
					</Notice>
				</div>
			) : null}
			{/* One button for all states, so that it keeps the focus. */}
			{hasMore ? (
				<PendingButton variant="secondary" isBlock isPending={isOnTheWay} onPress={showMore}>
					{isOnTheWay ? t('Rewinding...') : hasFailed ? t('Try again') : t('Show more')}
				</PendingButton>
			) : null}
			<p role="status" className="sr-only">
				{shown}
			</p>
		</div>
	)
}

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
