import { createFileRoute } from '@tanstack/react-router'
import { idFromText } from '#contract/known-ids.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { AuthScreen } from '#ui/features/sign-in/auth-screen.tsx'
import { authSearch } from '#ui/features/sign-in/auth-search.ts'

function AuthWithRating() {
	const { ratingId } = Route.useParams()
	const search = Route.useSearch()
	return <AuthScreen {...search} ratingId={idFromText(ratingId) ?? search.ratingId} />
}

export const Route = createFileRoute('/auth/$ratingId')({
	validateSearch: authSearch,
	loader: ({ context }) => context.queryClient.prefetchQuery(instanceQuery),
	component: AuthWithRating,
})
