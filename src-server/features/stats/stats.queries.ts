import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { driverStats, ratings } from '#db/schema.ts'

export type StatsRow = typeof driverStats.$inferSelect

export function statsQueries({ orm, prepareRows }: Database) {
	const ofDriver = prepareRows(getTableColumns(driverStats), (selection) =>
		orm
			.select(selection)
			.from(driverStats)
			.where(eq(driverStats.driverId, sql.placeholder('driverId'))),
	)
	const newestStars = prepareRows({ starRating: ratings.starRating }, (selection) =>
		orm
			.select(selection)
			.from(ratings)
			.where(and(eq(ratings.driverId, sql.placeholder('driverId')), sql`${ratings.state} = 0`))
			.orderBy(desc(ratings.id))
			.limit(5),
	)
	const newestStarsBefore = prepareRows({ starRating: ratings.starRating }, (selection) =>
		orm
			.select(selection)
			.from(ratings)
			.where(
				and(
					eq(ratings.driverId, sql.placeholder('driverId')),
					sql`${ratings.state} = 0`,
					sql`${ratings.createdAt} < ${sql.placeholder('before')}`,
				),
			)
			.orderBy(desc(ratings.id))
			.limit(5),
	)
	const sumOf = (rows: { starRating: number }[]) => rows.reduce((sum, { starRating }) => sum + starRating, 0)
	return {
		statsOf: (driverId: UserId): StatsRow | undefined => ofDriver.get({ driverId }),
		newestFiveStarsOf: (driverId: UserId): number => sumOf(newestStars.all({ driverId })),
		/** Steps over every rating since `before`. */
		newestFiveStarsBefore: (driverId: UserId, before: Date): number =>
			sumOf(newestStarsBefore.all({ driverId, before: before.getTime() })),
	}
}
