import { QueryClient } from '@tanstack/react-query'

/** Spec section 9: nothing goes stale by itself, nothing is retried, focus refetches nothing (but the session). */
export const queryClient = new QueryClient({
	defaultOptions: {
		queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
		mutations: { retry: false },
	},
})
