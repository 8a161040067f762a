import { createFileRoute } from '@tanstack/react-router'
import { PosterScreen } from '#ui/features/drivers/poster/poster-screen.tsx'
import { addressForOthersQuery } from '#ui/features/instance/address-for-others.tsx'
import { userQuery } from '#ui/features/sign-in/session/users.api.ts'
import { idParam } from '#ui/platform/id-param.ts'

export const Route = createFileRoute('/poster/$id')({
	params: idParam,
	loader: ({ context: { queryClient }, params }) =>
		Promise.all([
			queryClient.ensureQueryData(userQuery(params.id)),
			queryClient.ensureQueryData(addressForOthersQuery),
		]),
	component: () => <PosterScreen driverId={Route.useParams().id} />,
})
