import { createFileRoute } from '@tanstack/react-router'
import { HostInvitationsScreen } from '#ui/features/host/invitations/invitations-screen.tsx'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'

export const Route = createFileRoute('/host/invitations')({
	// The note above the form depends on it, and would move the form if it came later.
	loader: ({ context: { queryClient } }) => queryClient.prefetchQuery(instanceQuery),
	component: HostInvitationsScreen,
})
