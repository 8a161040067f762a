import { createFileRoute } from '@tanstack/react-router'
import { ShareGhostScreen } from '#ui/features/claims/share/share-ghost-screen.tsx'
import { addressForOthersQuery } from '#ui/features/instance/address-for-others.tsx'
import { givenRatingsQuery } from '#ui/features/ratings/ratings.api.ts'
import { userQuery } from '#ui/features/sign-in/session/users.api.ts'
import { idParam } from '#ui/platform/id-param.ts'

export const Route = createFileRoute('/share-ghost/$id')({
	params: idParam,
	loader: ({ context: { queryClient }, params }) =>
		Promise.all([
			queryClient.ensureQueryData(userQuery(params.id)),
			queryClient.ensureQueryData(addressForOthersQuery),
			// Never rejects: without the list, the page only lacks the receipt.
			queryClient.prefetchInfiniteQuery(givenRatingsQuery),
		]),
	component: () => <ShareGhostScreen ghostId={Route.useParams().id} />,
})
