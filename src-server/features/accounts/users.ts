import type { OwnUser } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import { AVATAR_IDS } from '#contract/names.ts'
import type { PublicUser } from '#contract/public-user.ts'
import type { CameIn } from '#contract/sign-in.ts'
import { isMember } from '#db/member.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/http/client.ts'
import { Refusal, taken } from '#server/http/problems.ts'
import { newUserId } from '#server/tokens.ts'
import type { NewUserRow, PublicUserRow, UserRow } from './users.queries.ts'

/** Lists columns one by one, so that a new column is private by default. */
export const publicUser = (user: PublicUserRow): PublicUser => ({
	id: user.id,
	username: user.username,
	display_name: user.displayName,
	avatarId: user.avatarId,
	isGhost: user.isGhost,
	claimedById: user.claimedById,
})

export const ownUser = (user: UserRow): OwnUser => ({
	...publicUser(user),
	email: user.email,
	lastRatingNotificationAt: startOfDay(user.lastRatingNotificationAt),
	lastSeenRatingId: user.lastSeenRatingId,
	lastRatingReceivedAt: startOfDay(user.lastRatingReceivedAt),
	isLatestRatingsSeen: user.isLatestRatingsSeen,
})

/** Only the rater may know the time of a rating, so drivers get the UTC day. */
const startOfDay = (moment: Date | null) => moment && `${moment.toISOString().slice(0, 10)}T00:00:00.000Z`

export const randomAvatar = (): number => AVATAR_IDS[Math.floor(Math.random() * AVATAR_IDS.length)] ?? 1

/** Reserved names are refused like taken ones, so that callers cannot learn the list. */
const RESERVED_USERNAMES: ReadonlySet<string> = new Set(
	'demo guest admin administrator backseat root system support help moderator operator owner staff api'.split(' '),
)

export function isTakenName({ queries }: Context, username: string, owner: UserId | null): boolean {
	const holder = queries.users.userByUsername(username)
	return RESERVED_USERNAMES.has(username.toLowerCase()) || (holder !== undefined && holder.id !== owner)
}

export function refuseTakenName(context: Context, username: string, owner: UserId | null) {
	if (isTakenName(context, username, owner)) throw taken('username_taken', 'username')
}

/** The check and the insert share one transaction, so that no two members get one name. */
export const addMember = (
	context: Context,
	{ id = newUserId(), ...member }: Omit<NewUserRow, 'id' | 'createdAt'> & { id?: UserId },
): UserRow =>
	context.db.write(() => {
		refuseTakenName(context, member.username, null)
		return context.queries.users.insertUser({ ...member, id, createdAt: context.clock.now() })
	})

export const renameMember = (context: Context, id: UserId, username: string): UserRow | undefined =>
	context.db.write(() => {
		refuseTakenName(context, username, id)
		return context.queries.users.rename(id, username)
	})

/** `adoptGuestRatings` moves the guest's ratings to the member and returns how many. */
export type LoginCaller = {
	viewer: Viewer
	openSession(userId: UserId): void
	adoptGuestRatings(guestKey: string | null, userId: UserId): number
}

/** Call inside a write, so that session and adopted ratings commit together. */
export function startSession(user: UserRow, { viewer, openSession, adoptGuestRatings }: LoginCaller): CameIn {
	const cameAlong = adoptGuestRatings(viewer.guestKey, user.id)
	openSession(user.id)
	return { ...ownUser(user), cameAlong }
}

export function memberCalled({ queries }: Context, username: string): UserRow {
	const user = queries.users.userByUsername(username)
	if (!user || !isMember(user)) throw Refusal.inTerminal(`There is no account called '${username}'.`)
	return user
}

export const allMembers = ({ queries }: Context) => queries.users.membersByName()
