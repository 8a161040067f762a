import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { AuthScreen } from '#ui/features/accounts/auth/auth-screen.tsx'
import { AuthSearch } from '#ui/features/accounts/auth/auth-search.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'

export const Route = createFileRoute('/auth/')({
	validateSearch: (search) => v.parse(AuthSearch, search),
	loader: ({ context }) => context.queryClient.prefetchQuery(instanceQuery),
	component: () => <AuthScreen {...Route.useSearch()} />,
})
