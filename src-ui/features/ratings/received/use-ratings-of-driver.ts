import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RatingId, UserId } from '#contract/ids.ts'
import { ratingsOfDriverQuery } from '#ui/features/ratings/ratings.api.ts'
import { ApiError } from '#ui/platform/api-client.ts'
import { isStanding, receivedRatingsQuery, type SeenRating } from './received-ratings.api.ts'

export type RatingsInPages = ReturnType<typeof useRatingsOfDriver>
export type MoreRatings = RatingsInPages['more']

/** A driver's latest rating, the earlier ones as far as they have been asked for, and how to get more of them. */
export const useRatingsOfDriver = (driverId: UserId) =>
	usePages(useSuspenseInfiniteQuery(ratingsOfDriverQuery(driverId)))

/** The same as the driver sees them: where a host removed one, that is said among the earlier ones. */
export const useReceivedRatings = (me: UserId) => usePages(useSuspenseInfiniteQuery(receivedRatingsQuery(me)))

/** As much of an infinite query as is needed here. */
type Query<Rating> = {
	data: { pages: { ratings: Rating[] }[] }
	hasNextPage: boolean
	isFetchingNextPage: boolean
	fetchNextPage: () => Promise<Fetched<Rating>>
	refetch: () => Promise<{ isSuccess: boolean }>
}
type Fetched<Rating> = { isSuccess: boolean; error: unknown; data?: { pages: { ratings: Rating[] }[] } | undefined }

/** Somebody took back the rating that the next page was to follow. */
const isPlaceGone = (error: unknown) => error instanceof ApiError && error.problemCode === 'unknown_before'

function usePages<Rating extends SeenRating>(query: Query<Rating>) {
	const { data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
	const [asked, setAsked] = useState<Asked>({ state: 'not', firstNew: null, shown: '' })
	const all = data.pages.flatMap(({ ratings }) => ratings)
	const latest = all.find(isStanding)

	const showMore = async () => {
		setAsked({ state: 'on-the-way', firstNew: null, shown: '' })
		const known = new Set(all.map(({ id }) => id))
		let answer = await fetchNextPage()
		// From the beginning, as many pages as there were; then the next one has a place to follow again.
		if (isPlaceGone(answer.error) && (await refetch()).isSuccess) answer = await fetchNextPage()
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
			/** Of those that were just added. */
			firstNew: asked.firstNew,
			/** For those who do not see the list grow. */
			shown: asked.shown,
			showMore: () => void showMore(),
		},
	}
}

type Asked = { state: 'not' | 'on-the-way' | 'failed'; firstNew: RatingId | null; shown: string }

const moreInWords = (count: number) => {
	if (count === 0) return 'Those were all ratings'
	return count === 1 ? '1 more rating is shown' : `${count} more ratings are shown`
}
