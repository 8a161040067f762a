import { desc, eq, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { hiddenDrivers, ratingReports, ratings, users } from '#db/schema.ts'

/** Everything that is kept about one member, newest first. */
export function ownDataQueries({ orm }: Database) {
	const driver = sql<string>`coalesce(${users.displayName}, ${users.username})`
	return {
		ratingsGivenBy: (raterId: UserId) =>
			orm
				.select({ rating: ratings, driver })
				.from(ratings)
				.innerJoin(users, eq(users.id, ratings.driverId))
				.where(eq(ratings.raterId, raterId))
				.orderBy(desc(ratings.id))
				.all(),
		ratingsReceivedBy: (driverId: UserId) =>
			orm.select().from(ratings).where(eq(ratings.driverId, driverId)).orderBy(desc(ratings.id)).all(),
		reportsBy: (driverId: UserId) =>
			orm
				.select()
				.from(ratingReports)
				.where(eq(ratingReports.driverId, driverId))
				.orderBy(desc(ratingReports.reportedAt))
				.all(),
		driversHiddenBy: (userId: UserId) =>
			orm
				.select({ driverId: hiddenDrivers.driverId, hiddenAt: hiddenDrivers.hiddenAt, driver })
				.from(hiddenDrivers)
				.innerJoin(users, eq(users.id, hiddenDrivers.driverId))
				.where(eq(hiddenDrivers.userId, userId))
				.orderBy(desc(hiddenDrivers.id))
				.all(),
	}
}
