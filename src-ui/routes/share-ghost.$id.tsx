import { createFileRoute } from '@tanstack/react-router'
import { userQuery } from '#ui/features/accounts/accounts.api.ts'
import { ShareGhostScreen } from '#ui/features/claims/share-ghost-screen.tsx'
import { idParam } from '#ui/platform/id-param.ts'

export const Route = createFileRoute('/share-ghost/$id')({
	params: idParam,
	loader: ({ context, params }) => context.queryClient.ensureQueryData(userQuery(params.id)),
	component: () => <ShareGhostScreen ghostId={Route.useParams().id} />,
})
