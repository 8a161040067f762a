import { createFileRoute } from '@tanstack/react-router'
import { addressForOthersQuery } from '#ui/features/instance/address-for-others.tsx'
import { userQuery } from '#ui/features/sign-in/session/users.api.ts'
import { driverStats, newestRatings } from '#ui/features/stats/stats.api.ts'
import { StatsCardScreen } from '#ui/features/stats/stats-card-screen.tsx'
import { idParam } from '#ui/platform/id-param.ts'

export const Route = createFileRoute('/infographic/$id')({
	params: idParam,
	// Not awaited: the screen has its own loading state.
	loader: ({ context: { queryClient }, params }) => {
		void queryClient.prefetchQuery(userQuery(params.id))
		void queryClient.prefetchQuery(driverStats(params.id))
		void queryClient.prefetchQuery(newestRatings(params.id))
		void queryClient.prefetchQuery(addressForOthersQuery)
	},
	component: () => <StatsCardScreen driverId={Route.useParams().id} />,
})
