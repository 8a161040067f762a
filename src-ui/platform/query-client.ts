import { QueryClient } from '@tanstack/react-query'

/** Spec section 9: nothing goes stale by itself, nothing is retried, focus refetches nothing (but the session). */
export const createQueryClient = () =>
	new QueryClient({
		defaultOptions: {
			// Always: the server may be this very machine, or on the same network; so it is asked also while offline.
			queries: {
				staleTime: Number.POSITIVE_INFINITY,
				retry: false,
				refetchOnWindowFocus: false,
				networkMode: 'always',
			},
			mutations: { retry: false, networkMode: 'always' },
		},
	})
