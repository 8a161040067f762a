import { createFileRoute } from '@tanstack/react-router'
import { RatingScreen } from '#ui/features/ratings/rating-screen.tsx'
import { idParam } from '#ui/platform/id-param.ts'

export const Route = createFileRoute('/rating/$id')({
	params: idParam,
	component: () => <RatingScreen driverId={Route.useParams().id} />,
})
