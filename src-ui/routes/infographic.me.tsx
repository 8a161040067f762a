import { createFileRoute, redirect } from '@tanstack/react-router'

/** Target of a home-screen shortcut: the card of the current member. */
export const Route = createFileRoute('/infographic/me')({
	// Not in `beforeLoad`, whose code is in every page's bundle.
	loader: async ({ context: { queryClient, session } }) => {
		const viewer = await queryClient.ensureQueryData(session.query)
		if (viewer.kind !== 'member') throw redirect({ to: '/auth', replace: true })
		throw redirect({ to: '/infographic/$id', params: { id: viewer.user.id }, replace: true })
	},
})
