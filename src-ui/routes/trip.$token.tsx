import { createFileRoute } from '@tanstack/react-router'
import { addressForOthersQuery } from '#ui/features/instance/address-for-others.tsx'
import { TripScreen } from '#ui/features/trips/trip-screen.tsx'
import { loadTrip } from '#ui/features/trips/trips.api.ts'

export const Route = createFileRoute('/trip/$token')({
	loader: ({ context: { queryClient, session }, params }) =>
		Promise.all([
			loadTrip(queryClient, params.token, session.viewer()),
			queryClient.ensureQueryData(addressForOthersQuery),
		]),
	component: () => {
		const { token } = Route.useParams()
		return <TripScreen key={token} token={token} />
	},
})
