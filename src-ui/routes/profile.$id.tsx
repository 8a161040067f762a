import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { revealQuery } from '#ui/features/claims/reveal/reveal.api.ts'
import { loadRevealScreen } from '#ui/features/claims/reveal/reveal-first.tsx'
import { addressForOthersQuery } from '#ui/features/instance/address-for-others.tsx'
import { ProfileScreen } from '#ui/features/profile/profile-screen.tsx'
import { ratingsOfDriverQuery, receivedRatingsQuery } from '#ui/features/ratings/ratings.api.ts'
import { userQuery } from '#ui/features/sign-in/session/users.api.ts'
import { driverStats } from '#ui/features/stats/stats.api.ts'
import { idParam, NO_ID } from '#ui/platform/id-param.ts'
import type { Session } from '#ui/session/session.ts'
import { isOwnProfile, type Viewer } from '#ui/session/viewer.ts'

export const Route = createFileRoute('/profile/$id')({
	params: idParam,
	loader: async ({ context: { queryClient, session }, params: { id }, location }) => {
		if (id === NO_ID && location.pathname.endsWith(OWN)) await leadToOwn(queryClient, session)
		const user = await queryClient.ensureQueryData(userQuery(id))
		// A missing or claimed driver needs no ratings.
		if (!user || user.claimedById) return
		const viewer = await queryClient.ensureQueryData(session.query)
		await Promise.all([
			queryClient.ensureQueryData(addressForOthersQuery),
			queryClient.ensureQueryData(driverStats(id)),
			isOwnProfile(viewer, id)
				? Promise.all([
						queryClient.ensureInfiniteQueryData(receivedRatingsQuery(id)),
						readyToReveal(queryClient, session, viewer),
					])
				: queryClient.ensureInfiniteQueryData(ratingsOfDriverQuery(id)),
		])
	},
	component: () => <ProfileScreen userId={Route.useParams().id} />,
})

/** Target of push notifications: the profile of the current member. */
const OWN = '/profile/me'

async function leadToOwn(queryClient: QueryClient, session: Session) {
	const viewer = await queryClient.ensureQueryData(session.query)
	if (viewer.kind !== 'member') throw redirect({ to: '/auth', replace: true })
	throw redirect({ to: '/profile/$id', params: { id: viewer.user.id }, replace: true })
}

/** Only the server knows if an envelope waits. Showing the profile before its response would reveal the contents. */
async function readyToReveal(queryClient: QueryClient, session: Session, known: Viewer) {
	const { queryKey } = session.query
	const isUpToDate =
		known.kind !== 'member' || (known.user.isHost !== undefined && !queryClient.isFetching({ queryKey }))
	const viewer = isUpToDate ? known : await queryClient.fetchQuery(session.query)
	if (viewer.kind !== 'member' || viewer.user.toReveal === undefined) return
	loadRevealScreen()
	void queryClient.prefetchQuery(revealQuery(viewer.user.toReveal))
}
