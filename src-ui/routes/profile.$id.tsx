import { createFileRoute } from '@tanstack/react-router'
import { loadProfile } from '#ui/features/accounts/accounts.api.ts'
import { ProfileScreen } from '#ui/features/accounts/profile-screen.tsx'
import { idParam } from '#ui/platform/id-param.ts'

export const Route = createFileRoute('/profile/$id')({
	params: idParam,
	loader: ({ context, params }) => loadProfile(context.queryClient, params.id),
	component: () => <ProfileScreen userId={Route.useParams().id} />,
})
