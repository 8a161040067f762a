import { createFileRoute } from '@tanstack/react-router'
import { addressForOthersQuery } from '#ui/features/instance/address-for-others.tsx'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { InviteScreen } from '#ui/features/invites/invite-screen.tsx'
import { inviteQuery } from '#ui/features/invites/invites.api.ts'

export const Route = createFileRoute('/invite/$code')({
	loader: ({ context: { queryClient }, params }) => {
		// Used by members who share the invitation.
		void queryClient.prefetchQuery(addressForOthersQuery)
		return Promise.all([
			queryClient.ensureQueryData(inviteQuery(params.code)),
			queryClient.prefetchQuery(instanceQuery),
		])
	},
	component: () => <InviteScreen code={Route.useParams().code} />,
})
