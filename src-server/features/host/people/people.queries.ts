import { and, notInArray, sql } from 'drizzle-orm'
import { DEMO_DRIVER_ID, GUEST_ID } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { users } from '#db/schema.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'

export type PersonRow = Pick<
	UserRow,
	'id' | 'username' | 'displayName' | 'avatarId' | 'createdAt' | 'lastSeenOn' | 'isHost'
>

/** Members as hosts see them: columns are named one by one, and none counts what somebody said. */
export function peopleQueries({ orm, prepareRows }: Database) {
	const { placeholder } = sql
	const { id, username, displayName, avatarId, createdAt, lastSeenOn, isHost } = users
	const byName = sql`lower(${username})`
	const after = prepareRows({ id, username, displayName, avatarId, createdAt, lastSeenOn, isHost }, (selection) =>
		orm
			.select(selection)
			.from(users)
			.where(
				and(
					// As the index of members says it: SQLite does not know what a placeholder will be.
					sql`${users.isGhost} = 0`,
					notInArray(id, [GUEST_ID, DEMO_DRIVER_ID]),
					sql`${byName} > lower(${placeholder('name')})`,
				),
			)
			.orderBy(byName)
			.limit(placeholder('limit')),
	)
	return {
		/** By username, whatever its case; '' is before them all. */
		peopleAfter: (name: string, limit: number): PersonRow[] => after.all({ name, limit }),
	}
}
