import { createFileRoute, redirect } from '@tanstack/react-router'

/** Where an icon on a phone leads to: one's own card, whoever that is by then. */
export const Route = createFileRoute('/infographic/me')({
	// Not in `beforeLoad`, whose code comes with every page.
	loader: async ({ context: { queryClient, session } }) => {
		const viewer = await queryClient.ensureQueryData(session.query)
		if (viewer.kind !== 'member') throw redirect({ to: '/auth', replace: true })
		throw redirect({ to: '/infographic/$id', params: { id: viewer.user.id }, replace: true })
	},
})
