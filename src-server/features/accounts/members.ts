import type { UserId } from '#contract/ids.ts'
import { RESERVED_USERNAMES } from '#contract/names.ts'
import type { Context } from '#server/context.ts'
import { notFound, taken } from '#server/http/problems.ts'
import { newUserId } from '#server/tokens.ts'
import type { NewUserRow, UserRow } from './users.queries.ts'

/** `owner` is who may keep the name; null when nobody has it yet. */
export function refuseTakenName({ queries }: Context, username: string, owner: UserId | null) {
	const holder = queries.users.userByUsername(username)
	if (RESERVED_USERNAMES.has(username.toLowerCase()) || (holder && holder.id !== owner))
		throw taken('Username already exists', 'username')
}

/** Inserts a member under a free name. Inside one write transaction, so no two can have the same. */
export const addMember = (context: Context, member: Omit<NewUserRow, 'id' | 'createdAt'>): UserRow =>
	context.db.write(() => {
		refuseTakenName(context, member.username, null)
		return context.queries.users.insertUser({ ...member, id: newUserId(), createdAt: context.clock.now() })
	})

/** Undefined when there is no such member. */
export const renameMember = (context: Context, id: UserId, username: string): UserRow | undefined =>
	context.db.write(() => {
		refuseTakenName(context, username, id)
		return context.queries.users.rename(id, username)
	})

/** Somebody who can sign in, by name; throws when nobody is called that. */
export function memberCalled({ queries }: Context, username: string): UserRow {
	const user = queries.users.userByUsername(username)
	if (!user?.passwordHash) throw notFound(`There is no account called '${username}'.`)
	return user
}

/** Everybody who can sign in, by name. */
export const allMembers = ({ queries }: Context) => queries.users.membersByName()
