import { createFileRoute } from '@tanstack/react-router'
import { userQuery } from '#ui/features/accounts/accounts.api.ts'
import { ProfileScreen } from '#ui/features/accounts/profile/profile-screen.tsx'
import { isOwnProfile } from '#ui/features/accounts/session/viewer.ts'
import { addressForOthersQuery } from '#ui/features/instance/address-for-others.tsx'
import { ratingsOfDriverQuery, receivedRatingsQuery } from '#ui/features/ratings/ratings.api.ts'
import { driverStats } from '#ui/features/stats/stats.api.ts'
import { idParam } from '#ui/platform/id-param.ts'

export const Route = createFileRoute('/profile/$id')({
	params: idParam,
	loader: async ({ context: { queryClient, session }, params: { id } }) => {
		const user = await queryClient.ensureQueryData(userQuery(id))
		// Nobody to show, or somebody else to go to: the ratings are not asked for.
		if (!user || user.claimedById) return
		const viewer = await queryClient.ensureQueryData(session.query)
		await Promise.all([
			queryClient.ensureQueryData(addressForOthersQuery),
			queryClient.ensureQueryData(driverStats(id)),
			isOwnProfile(viewer, id)
				? queryClient.ensureInfiniteQueryData(receivedRatingsQuery(id))
				: queryClient.ensureInfiniteQueryData(ratingsOfDriverQuery(id)),
		])
	},
	component: () => <ProfileScreen userId={Route.useParams().id} />,
})
