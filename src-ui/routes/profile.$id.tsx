import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '#ui/features/accounts/profile-screen.tsx'
import { idParam } from '#ui/platform/id-param.ts'

export const Route = createFileRoute('/profile/$id')({
	params: idParam,
	component: () => <ProfileScreen userId={Route.useParams().id} />,
})
