import { createFileRoute } from '@tanstack/react-router'
import { ClaimScreen } from '#ui/features/claims/claim-screen.tsx'

export const Route = createFileRoute('/claim/$token')({
	component: () => <ClaimScreen token={Route.useParams().token} />,
})
