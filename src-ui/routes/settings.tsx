import { createFileRoute } from '@tanstack/react-router'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { SettingsScreen } from '#ui/features/own-account/settings-screen.tsx'

export const Route = createFileRoute('/settings')({
	loader: ({ context }) => context.queryClient.prefetchQuery(instanceQuery),
	component: SettingsScreen,
})
