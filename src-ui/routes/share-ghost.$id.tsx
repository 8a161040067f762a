import { createFileRoute } from '@tanstack/react-router'
import { ShareGhostScreen } from '#ui/features/claims/share-ghost-screen.tsx'
import { idParam } from '#ui/platform/id-param.ts'

export const Route = createFileRoute('/share-ghost/$id')({
	params: idParam,
	component: () => <ShareGhostScreen ghostId={Route.useParams().id} />,
})
