import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { AuthScreen } from '#ui/features/sign-in/auth-screen.tsx'
import { AuthSearch } from '#ui/features/sign-in/auth-search.ts'

export const Route = createFileRoute('/auth/')({
	validateSearch: (search) => v.parse(AuthSearch, search),
	loader: ({ context }) => context.queryClient.prefetchQuery(instanceQuery),
	component: () => <AuthScreen {...Route.useSearch()} />,
})
