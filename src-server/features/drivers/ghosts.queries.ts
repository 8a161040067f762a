import { asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/database.ts'
import { driverStats, users } from '#db/schema.ts'

/** Every ghost there is, waiting ones first, by name: for the operator, without the tokens of their links. */
export function ghostQueries({ orm }: Database) {
	const [creator, claimer] = [alias(users, 'creator'), alias(users, 'claimer')]
	return {
		allGhosts: () =>
			orm
				.select({
					id: users.id,
					name: users.displayName,
					createdBy: creator.username,
					claimedBy: claimer.username,
					ratingsWaiting: sql<number>`coalesce(${driverStats.totalRides}, 0)`,
					createdAt: users.createdAt,
				})
				.from(users)
				.leftJoin(creator, eq(creator.id, users.createdById))
				.leftJoin(claimer, eq(claimer.id, users.claimedById))
				.leftJoin(driverStats, eq(driverStats.driverId, users.id))
				.where(eq(users.isGhost, true))
				.orderBy(asc(sql`${users.claimedById} is not null`), asc(sql`lower(${users.displayName})`))
				.all(),
	}
}
