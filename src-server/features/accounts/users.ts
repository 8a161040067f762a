import type { CameIn, OwnUser, PublicUser } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import { AVATAR_IDS } from '#contract/names.ts'
import { isMember } from '#db/member.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/http/client.ts'
import { notFound, taken } from '#server/http/problems.ts'
import { newUserId } from '#server/tokens.ts'
import type { NewUserRow, PublicUserRow, UserRow } from './users.queries.ts'

/** What anyone may know. Columns are named one by one, so that a new one is private by default. */
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

/** One of the five faces, for those who did not choose. */
export const randomAvatar = (): number => AVATAR_IDS[Math.floor(Math.random() * AVATAR_IDS.length)] ?? 1

/** Names that look official. Answered like a taken name, so that nobody learns the list. */
const RESERVED_USERNAMES: ReadonlySet<string> = new Set(
	'demo guest admin administrator backseat root system support help moderator operator owner staff api'.split(' '),
)

/** `owner` is who may keep the name; null when nobody has it yet. */
export function isTakenName({ queries }: Context, username: string, owner: UserId | null): boolean {
	const holder = queries.users.userByUsername(username)
	return RESERVED_USERNAMES.has(username.toLowerCase()) || (holder !== undefined && holder.id !== owner)
}

export function refuseTakenName(context: Context, username: string, owner: UserId | null) {
	if (isTakenName(context, username, owner)) throw taken('Username already exists', 'username')
}

/** Inserts a member under a free name; a passkey that was made before has their id in it. Inside one write transaction, so no two can have the same. */
export const addMember = (
	context: Context,
	{ id = newUserId(), ...member }: Omit<NewUserRow, 'id' | 'createdAt'> & { id?: UserId },
): UserRow =>
	context.db.write(() => {
		refuseTakenName(context, member.username, null)
		return context.queries.users.insertUser({ ...member, id, createdAt: context.clock.now() })
	})

/** Undefined when there is no such member. */
export const renameMember = (context: Context, id: UserId, username: string): UserRow | undefined =>
	context.db.write(() => {
		refuseTakenName(context, username, id)
		return context.queries.users.rename(id, username)
	})

/** What a way in brings: who asks, how their session is opened, and how a guest's ratings become theirs (it answers how many). */
export type LoginCaller = {
	viewer: Viewer
	openSession(userId: UserId): void
	takeAlong(guestKey: string | null, userId: UserId): number
}

/** Lets a member in: the session, and what this browser rated as a guest. Within a write: both or neither. */
export function startSession(user: UserRow, { viewer, openSession, takeAlong }: LoginCaller): CameIn {
	const cameAlong = takeAlong(viewer.guestKey, user.id)
	openSession(user.id)
	return { ...ownUser(user), cameAlong }
}

/** A member, who can sign in, by name; throws when nobody is called that. */
export function memberCalled({ queries }: Context, username: string): UserRow {
	const user = queries.users.userByUsername(username)
	if (!user || !isMember(user)) throw notFound(`There is no account called '${username}'.`)
	return user
}

/** Everybody who can sign in, by name. */
export const allMembers = ({ queries }: Context) => queries.users.membersByName()
