import { count, isNotNull, sql, sum } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { driverStats, users } from '#db/schema.ts'

/** Accounts that belong to no person: the guest and the demo driver. */
const BUILT_IN = 2

/** Counts come from an index or a maintained sum, never from a scan of all ratings. */
export function metricsQueries(db: Database) {
	const allUsers = lazyStatement(() => db.orm.select({ count: count() }).from(users))
	// Includes claimed ghosts; the condition must match that of the index.
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
