import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { AuthScreen } from '#ui/features/accounts/auth-screen.tsx'
import { AuthSearch } from '#ui/platform/auth-search.ts'

export const Route = createFileRoute('/auth/')({
	validateSearch: (search) => v.parse(AuthSearch, search),
	component: () => <AuthScreen {...Route.useSearch()} />,
})
