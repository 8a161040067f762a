import { createFileRoute } from '@tanstack/react-router'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { takeDriverFromHome } from '#ui/features/ratings/rate/driver-from-home.ts'
import { RatingScreen } from '#ui/features/ratings/rate/rating-screen.tsx'
import { userQuery } from '#ui/features/sign-in/session/users.api.ts'
import { idParam } from '#ui/platform/id-param.ts'

export const Route = createFileRoute('/rating/$id')({
	params: idParam,
	// Not awaited: the screen has its own spinner.
	loader: ({ context: { queryClient }, params }) => {
		takeDriverFromHome(queryClient, params.id)
		void queryClient.prefetchQuery(userQuery(params.id))
		// Prefetched for the celebration.
		void queryClient.prefetchQuery(instanceQuery)
	},
	component: () => <RatingScreen driverId={Route.useParams().id} />,
})
