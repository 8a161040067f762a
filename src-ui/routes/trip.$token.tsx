import { createFileRoute } from '@tanstack/react-router'
import { TripScreen } from '#ui/features/trips/trip-screen.tsx'

export const Route = createFileRoute('/trip/$token')({
	component: () => <TripScreen token={Route.useParams().token} />,
})
