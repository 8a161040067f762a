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
