import { and, asc, count, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { driverStats, ratings, users } from '#db/schema.ts'

/** Everybody who can sign in, by name, with how much they have to do with this instance. */
export function memberQueries({ orm }: Database) {
	const given = orm
		.select({ count: count() })
		.from(ratings)
		.where(eq(ratings.raterId, sql`${users.id}`))
	return {
		membersByName: () =>
			orm
				.select({
					id: users.id,
					username: users.username,
					email: users.email,
					createdAt: users.createdAt,
					ratingsGiven: sql<number>`(${given})`,
					ratingsReceived: sql<number>`coalesce(${driverStats.totalRides}, 0)`,
				})
				.from(users)
				.leftJoin(driverStats, eq(driverStats.driverId, users.id))
				.where(and(isNotNull(users.passwordHash), eq(users.isGhost, false)))
				.orderBy(asc(sql`lower(${users.username})`))
				.all(),
	}
}
