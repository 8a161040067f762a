import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { RatingId } from '#contract/ids.ts'
import { type GivenRating, listOwnRatings } from '#contract/ratings.ts'
import { t } from '#contract/text.ts'
import { BroughtVerdict } from '#ui/features/ratings/verdict-receipts.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { PagedList } from '#ui/kit/feedback/paged-list.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { api, hasStatus } from '#ui/platform/api-client.ts'
import { ratingKeys } from '#ui/platform/query-keys/ratings.keys.ts'

/** The part of the address by which My verdicts shows brought verdicts alone. */
export const FROM_BEFORE = 'from-before'

const PAGE_SIZE = 20

const broughtQuery = infiniteQueryOptions({
	queryKey: ratingKeys.brought,
	queryFn: async ({ pageParam: before }) => {
		const query = { limit: PAGE_SIZE + 1, ...(before !== undefined && { before }), only: 'brought' }
		const ratings = await api.send(listOwnRatings, { query })
		return { ratings: ratings.slice(0, PAGE_SIZE), hasMore: ratings.length > PAGE_SIZE }
	},
	initialPageParam: undefined as RatingId | undefined,
	getNextPageParam: ({ ratings, hasMore }) => (hasMore ? ratings.at(-1)?.id : undefined),
	select: ({ pages }) => pages.flatMap(({ ratings }) => ratings),
	staleTime: 2000,
})

/** For members with many verdicts of their own, below which they would not be found. */
export function BroughtVerdicts() {
	const query = useInfiniteQuery(broughtQuery)
	const { fetchNextPage, refetch } = query
	// The file of the last one was taken back elsewhere, so the cursor for the next page is unknown.
	const showMore = async () => {
		const answer = await fetchNextPage()
		return hasStatus(answer.error, 400) ? refetch() : answer
	}
	return (
		<>
			<PagedList
				query={{ ...query, fetchNextPage: showMore }}
				loading={t('Loading your verdicts...')}
				failed={() => ({
					title: t('Your verdicts are stuck in traffic'),
					text: t('They are safe, but did not arrive here.'),
				})}
				moreOnTheWay={t('Show more')}
				empty={
					<EmptyState title={t('Nothing from before')}>
						{t('No verdicts of yours came from another Backseat.')}
					</EmptyState>
				}
			>
				{(verdicts) => <FromBefore verdicts={verdicts} takesFocus />}
			</PagedList>
			<p className="mt-6 text-center">
				<LinkButton to="/verdicts" variant="quiet" size="sm">
					{t('All my verdicts')}
				</LinkButton>
			</p>
		</>
	)
}

type FromBeforeProps = { verdicts: readonly GivenRating[]; takesFocus?: boolean }

export function FromBefore({ verdicts, takesFocus = false }: FromBeforeProps) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		if (takesFocus) heading.current?.focus({ preventScroll: true })
	}, [takesFocus])
	if (verdicts.length === 0) return null
	return (
		<section aria-labelledby={FROM_BEFORE} className="mt-8 first:mt-0">
			<h2 ref={heading} id={FROM_BEFORE} tabIndex={-1} className="text-xl outline-none">
				{/* Translators: above verdicts that somebody brought from another Backseat */}
				{t('From before')}
			</h2>
			<p className="mt-1 mb-4 text-muted">{t('From another Backseat. Yours to keep; they count nowhere here.')}</p>
			<ul className="flex flex-col gap-6">
				{verdicts.map((verdict) => (
					<BroughtVerdict key={verdict.id} verdict={verdict} />
				))}
			</ul>
		</section>
	)
}
