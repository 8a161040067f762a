import type { UserId } from '#contract/ids.ts'
import { RESERVED_USERNAMES } from '#contract/names.ts'
import type { Database } from '#db/database.ts'
import { notFound, taken } from '#server/http/problems.ts'
import { newUserId } from '#server/tokens.ts'
import { accountQueries, type NewUserRow } from './accounts.queries.ts'
import { memberQueries } from './members.queries.ts'
import type { UserRow } from './user-views.ts'

/** Accounts as such: who asks for what is the business of whoever calls. */
export function memberService(db: Database) {
	const queries = accountQueries(db)

	const refuseTakenName = (username: string, owner: UserId | null) => {
		const holder = queries.userByUsername(username)
		if (RESERVED_USERNAMES.has(username.toLowerCase()) || (holder && holder.id !== owner))
			throw taken('Username already exists', 'username')
	}

	return {
		refuseTakenName,

		/** Inserts a member under a free name. Inside one write transaction, so no two can have the same. */
		addMember: (member: Omit<NewUserRow, 'id' | 'createdAt'>): UserRow =>
			db.write(() => {
				refuseTakenName(member.username, null)
				return queries.insertUser({ ...member, id: newUserId(), createdAt: new Date() })
			}),

		/** Undefined when there is no such member. */
		renameMember: (id: UserId, username: string): UserRow | undefined =>
			db.write(() => {
				refuseTakenName(username, id)
				return queries.rename(id, username)
			}),

		/** Somebody who can sign in, by name; throws when nobody is called that. */
		memberCalled(username: string): UserRow {
			const user = queries.userByUsername(username)
			if (!user?.passwordHash) throw notFound(`There is no account called '${username}'.`)
			return user
		},

		/** By name. */
		members: () => memberQueries(db).membersByName(),
	}
}
