import { count, isNotNull, sql, sum } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { driverStats, users } from '#db/schema.ts'

/** The guest and the demo driver, who are nobody. */
const BUILT_IN = 2

/** How much there is. Each answer comes from an index or a sum that is kept anyway, never from all ratings. */
export function metricsQueries(db: Database) {
	const allUsers = lazyStatement(() => db.orm.select({ count: count() }).from(users))
	// Claimed ones too; the condition is that of the index.
	const everyGhost = lazyStatement(() => db.orm.select({ count: count() }).from(users).where(sql`${users.isGhost} = 1`))
	const unclaimed = lazyStatement(() =>
		db.orm.select({ count: count() }).from(users).where(isNotNull(users.ghostClaimToken)),
	)
	const rides = lazyStatement(() => db.orm.select({ count: sum(driverStats.totalRides) }).from(driverStats))
	return {
		members: () => (allUsers.get()?.count ?? 0) - (everyGhost.get()?.count ?? 0) - BUILT_IN,
		unclaimedGhosts: () => unclaimed.get()?.count ?? 0,
		ratings: () => Number(rides.get()?.count ?? 0),
	}
}
