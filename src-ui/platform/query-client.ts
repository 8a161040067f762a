import { onlineManager, QueryClient } from '@tanstack/react-query'

/**
 * Spec section 9: data never goes stale by itself, nothing is retried, and focus refetches only the session. Failed
 * queries are refetched when the network returns.
 */
export function createQueryClient() {
	// TanStack assumes that a page starts online and would miss the first reconnect.
	onlineManager.setOnline(navigator.onLine)
	return new QueryClient({
		defaultOptions: {
			// `always`, because the server may be on this machine or the local network, reachable without internet.
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
 * Fetches the next page of an infinite query. A concurrent refetch replaces the request without adding a page, so it is
 * repeated.
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
