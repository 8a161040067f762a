import { createFileRoute } from '@tanstack/react-router'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { AuthScreen } from '#ui/features/sign-in/auth-screen.tsx'
import { authSearch } from '#ui/features/sign-in/auth-search.ts'

export const Route = createFileRoute('/auth/')({
	validateSearch: authSearch,
	loader: ({ context }) => context.queryClient.prefetchQuery(instanceQuery),
	component: () => <AuthScreen {...Route.useSearch()} />,
})
