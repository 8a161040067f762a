import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { driverStats } from '#db/schema.ts'

export type StatsRow = typeof driverStats.$inferSelect

export function statsQueries({ orm, prepareRows }: Database) {
	const ofDriver = prepareRows(getTableColumns(driverStats), (selection) =>
		orm
			.select(selection)
			.from(driverStats)
			.where(eq(driverStats.driverId, sql.placeholder('driverId'))),
	)
	return {
		/** Absent until the first rating. */
		statsOf: (driverId: UserId): StatsRow | undefined => ofDriver.get({ driverId }),
	}
}
