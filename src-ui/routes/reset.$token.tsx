import { createFileRoute } from '@tanstack/react-router'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { resetQuery } from '#ui/features/sign-in/password-resets/password-resets.api.ts'
import { ResetScreen } from '#ui/features/sign-in/password-resets/reset-screen.tsx'

export const Route = createFileRoute('/reset/$token')({
	loader: ({ context: { queryClient }, params }) =>
		Promise.all([queryClient.ensureQueryData(resetQuery(params.token)), queryClient.prefetchQuery(instanceQuery)]),
	component: () => <ResetScreen token={Route.useParams().token} />,
})
