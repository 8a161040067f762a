import { createFileRoute } from '@tanstack/react-router'
import { ClaimScreen } from '#ui/features/claims/claim/claim-screen.tsx'
import { claimLinkQuery } from '#ui/features/claims/claims.api.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'

export const Route = createFileRoute('/claim/$token')({
	loader: ({ context: { queryClient }, params }) =>
		Promise.all([queryClient.ensureQueryData(claimLinkQuery(params.token)), queryClient.prefetchQuery(instanceQuery)]),
	component: () => <ClaimScreen token={Route.useParams().token} />,
})
