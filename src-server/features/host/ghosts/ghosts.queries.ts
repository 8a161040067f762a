import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { foldedName } from '#contract/folded-name.ts'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { driverStats, users } from '#db/schema.ts'

export type ListedGhost = NonNullable<ReturnType<ReturnType<typeof hostGhostQueries>['listedGhost']>>

/** Cursor; `name` is folded. */
export type GhostCursor = { isClaimed: number; name: string; id: UserId }

const BEFORE_ALL: GhostCursor = { isClaimed: -1, name: '', id: 0 }

/** Must not select claim tokens or raters. */
export function hostGhostQueries({ orm }: Database) {
	const { placeholder } = sql
	const [creator, claimer] = [alias(users, 'creator'), alias(users, 'claimer')]
	// Literal, because SQLite uses a partial index only if it sees the condition's value.
	const isGhost = sql`${users.isGhost} = 1`
	const isClaimed = sql<number>`(${users.claimedById} is not null)`
	const sortName = sql<string | null>`${users.foldedDisplayName}`
	const selected = () =>
		orm
			.select({
				id: users.id,
				name: sql<string>`coalesce(${users.displayName}, ${users.username})`,
				avatarId: users.avatarId,
				creator: { username: creator.username, displayName: creator.displayName },
				claimer: { username: claimer.username, displayName: claimer.displayName },
				ratingsWaiting: sql<number>`coalesce(${driverStats.totalRides}, 0)`,
				createdAt: users.createdAt,
				isClaimed,
				sortName,
			})
			.from(users)
			.leftJoin(creator, eq(creator.id, users.createdById))
			.leftJoin(claimer, eq(claimer.id, users.claimedById))
			.leftJoin(driverStats, eq(driverStats.driverId, users.id))

	// The first comparison is redundant, but lets SQLite seek into the index.
	const byName = lazyStatement(() =>
		selected()
			.where(
				and(
					isGhost,
					sql`${isClaimed} >= ${placeholder('isClaimed')}`,
					sql`(${isClaimed}, ${sortName}, ${users.id}) > (${placeholder('isClaimed')}, ${placeholder('name')}, ${placeholder('id')})`,
					sql`(${placeholder('search')} = '' or instr(${sortName}, ${placeholder('search')}) > 0)`,
				),
			)
			.orderBy(asc(sql`${users.claimedById} is not null`), asc(sortName), asc(users.id))
			.limit(placeholder('limit')),
	)
	const byId = lazyStatement(() => selected().where(and(eq(users.id, placeholder('id')), isGhost)))

	return {
		ghostsByName: (search: string, after: GhostCursor | null, limit: number) =>
			byName.all({ ...(after ?? BEFORE_ALL), search: foldedName(search), limit }),
		listedGhost: (id: UserId) => byId.get({ id }),
	}
}
