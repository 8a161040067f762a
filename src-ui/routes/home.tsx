import { createFileRoute } from '@tanstack/react-router'
import { homeQuery } from '#ui/features/drivers/drivers.api.ts'
import { HomeScreen } from '#ui/features/home/home-screen.tsx'

export const Route = createFileRoute('/home')({
	// Not awaited: the screen shows skeletons.
	loader: ({ context }) => void context.queryClient.prefetchQuery(homeQuery),
	component: HomeScreen,
})
