import { onlineManager, QueryClient } from '@tanstack/react-query'

/**
 * Spec section 9: nothing goes stale by itself, nothing is retried, focus refetches nothing (but the session). What failed
 * is asked for again when the network is back.
 */
export function createQueryClient() {
	// It takes for granted that a page starts with a network, and would not notice that there is one again.
	onlineManager.setOnline(navigator.onLine)
	return new QueryClient({
		defaultOptions: {
			// Always: the server may be this very machine, or on the same network; so it is asked also while offline.
			queries: {
				staleTime: Number.POSITIVE_INFINITY,
				retry: false,
				refetchOnWindowFocus: false,
				refetchOnReconnect: ({ state }) => state.status === 'error',
				networkMode: 'always',
			},
			mutations: { retry: false, networkMode: 'always' },
		},
	})
}

type Page = { isSuccess: boolean; hasNextPage?: boolean }
const REFRESHES_MAX = 3

/**
 * The next page of an infinite query. A refresh that begins meanwhile takes the request's place and brings no further page:
 * then it is asked for again.
 */
export async function nextPage<Answer extends Page>(
	fetchNextPage: () => Promise<Answer>,
	isFurther: (answer: Answer) => boolean,
): Promise<Answer> {
	let answer = await fetchNextPage()
	for (let refreshes = 0; refreshes < REFRESHES_MAX; refreshes++) {
		if (!answer.isSuccess || !answer.hasNextPage || isFurther(answer)) break
		answer = await fetchNextPage()
	}
	return answer
}
