import { createFileRoute } from '@tanstack/react-router'
import { ClaimScreen } from '#ui/features/claims/claim/claim-screen.tsx'
import { claimLookupQuery } from '#ui/features/claims/claims.api.ts'

export const Route = createFileRoute('/claim/$token')({
	loader: ({ context, params }) => context.queryClient.ensureQueryData(claimLookupQuery(params.token)),
	component: () => <ClaimScreen token={Route.useParams().token} />,
})
