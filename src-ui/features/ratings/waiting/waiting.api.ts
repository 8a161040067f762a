import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import type { OwnRating } from '#contract/ratings.ts'
import { useViewer } from '#ui/features/accounts/session/session-context.ts'
import { ratingKeys } from '#ui/features/ratings/ratings.keys.ts'
import { raterShownTo } from './shown-to.ts'
import { useWaiting, type Waiting } from './waiting-context.ts'

const waitingQuery = (raterId: UserId, waiting: Waiting) =>
	queryOptions({
		queryKey: ratingKeys.waiting(raterId),
		queryFn: async () => (await waiting.load()).ofRater(raterId),
		// Other tabs may have sent some since.
		staleTime: 0,
	})

/** The viewer's own ratings that wait in this browser; undefined until they are known. `isFetching`: there may be others by now. */
export function useOwnWaiting() {
	const raterId = raterShownTo(useViewer())
	const { data, isFetching } = useQuery(waitingQuery(raterId, useWaiting()))
	return { own: data, isFetching }
}

/** What the server made of one that waited, if that happened since the page was opened. */
export const useSentRating = (place: number) =>
	useQuery<OwnRating>({ queryKey: ratingKeys.sent(place), queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY })
		.data
