import { createFileRoute } from '@tanstack/react-router'
import { givenRatingsQuery } from '#ui/features/ratings/ratings.api.ts'
import { MyVerdictsScreen } from '#ui/features/ratings/verdicts/my-verdicts-screen.tsx'

export const Route = createFileRoute('/verdicts')({
	// Started, not awaited: the screen has its own rows to wait with.
	loader: ({ context: { queryClient } }) => {
		void queryClient.prefetchInfiniteQuery(givenRatingsQuery)
	},
	component: MyVerdictsScreen,
})
