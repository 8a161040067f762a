import { createFileRoute } from '@tanstack/react-router'
import { homeQuery } from '#ui/features/drivers/drivers.api.ts'
import { NewTripScreen } from '#ui/features/trips/new-trip-screen.tsx'

export const Route = createFileRoute('/trip/new')({
	// Not awaited: the name can be typed meanwhile.
	loader: ({ context }) => void context.queryClient.prefetchQuery(homeQuery),
	component: NewTripScreen,
})
