import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { idFromText } from '#contract/ids.ts'
import { AuthScreen } from '#ui/features/accounts/auth/auth-screen.tsx'
import { AuthSearch } from '#ui/features/accounts/auth/auth-search.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'

/** The same screen with the rating's id in the path. */
function AuthWithRating() {
	const { ratingId } = Route.useParams()
	const search = Route.useSearch()
	return <AuthScreen {...search} ratingId={idFromText(ratingId) ?? search.ratingId} />
}

export const Route = createFileRoute('/auth/$ratingId')({
	validateSearch: (search) => v.parse(AuthSearch, search),
	loader: ({ context }) => context.queryClient.prefetchQuery(instanceQuery),
	component: AuthWithRating,
})
