import type { OwnUser, PublicUser } from '#contract/accounts.ts'
import type { UserRow } from './users.queries.ts'

export type PublicUserRow = Pick<UserRow, 'id' | 'username' | 'displayName' | 'avatarId' | 'isGhost' | 'claimedById'>

/** What anyone may know. Columns are named one by one, so that a new one is private until somebody decides otherwise. */
export const publicUser = (user: PublicUserRow): PublicUser => ({
	id: user.id,
	username: user.username,
	display_name: user.displayName,
	avatarId: user.avatarId,
	isGhost: user.isGhost,
	claimedById: user.claimedById,
})

/** What the member themself may know in addition. */
export const ownUser = (user: UserRow): OwnUser => ({
	...publicUser(user),
	email: user.email,
	lastRatingNotificationAt: startOfDay(user.lastRatingNotificationAt),
	lastSeenRatingId: user.lastSeenRatingId,
	lastRatingReceivedAt: startOfDay(user.lastRatingReceivedAt),
	isLatestRatingsSeen: user.isLatestRatingsSeen,
})

/** Only the rater may know the time of a rating: drivers get the UTC day. */
const startOfDay = (moment: Date | null) => moment && `${moment.toISOString().slice(0, 10)}T00:00:00.000Z`
