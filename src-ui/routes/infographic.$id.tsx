import { createFileRoute } from '@tanstack/react-router'
import { StatsCardScreen } from '#ui/features/stats/stats-card-screen.tsx'
import { idParam } from '#ui/platform/id-param.ts'

export const Route = createFileRoute('/infographic/$id')({
	params: idParam,
	component: () => <StatsCardScreen driverId={Route.useParams().id} />,
})
