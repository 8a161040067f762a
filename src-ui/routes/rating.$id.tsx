import { createFileRoute } from '@tanstack/react-router'
import { userQuery } from '#ui/features/accounts/accounts.api.ts'
import { RatingScreen } from '#ui/features/ratings/rating-screen.tsx'
import { idParam } from '#ui/platform/id-param.ts'

export const Route = createFileRoute('/rating/$id')({
	params: idParam,
	// Started, not awaited: the screen has its own spinner.
	loader: ({ context, params }) => void context.queryClient.prefetchQuery(userQuery(params.id)),
	component: () => <RatingScreen driverId={Route.useParams().id} />,
})
