import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { DriverKind } from '#contract/driver-kinds.ts'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { driverStats, kindsSeen, ratings } from '#db/schema.ts'

const DAY_MS = 86_400_000
/** `day` counts from 1970. */
const dayNumbered = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

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
	const seen = lazyStatement(() =>
		orm
			.select({ kind: kindsSeen.kind, day: kindsSeen.day })
			.from(kindsSeen)
			.where(eq(kindsSeen.userId, sql.placeholder('userId')))
			.orderBy(desc(kindsSeen.day)),
	)
	const sumOf = (rows: { starRating: number }[]) => rows.reduce((sum, { starRating }) => sum + starRating, 0)
	return {
		statsOf: (driverId: UserId): StatsRow | undefined => ofDriver.get({ driverId }),
		/** Newest first, with the UTC day on which the member first saw it. */
		kindsSeenBy: (userId: UserId): { kind: DriverKind; day: string }[] =>
			seen
				.all({ userId })
				.flatMap(({ kind, day }) => (v.is(DriverKind, kind) ? [{ kind, day: dayNumbered(day) }] : [])),
		insertKindSeen: (userId: UserId, kind: DriverKind, at: Date) =>
			orm
				.insert(kindsSeen)
				.values({ userId, kind, day: Math.floor(at.getTime() / DAY_MS) })
				.onConflictDoNothing()
				.run(),
		newestFiveStarsOf: (driverId: UserId): number => sumOf(newestStars.all({ driverId })),
		/** Steps over every rating since `before`. */
		newestFiveStarsBefore: (driverId: UserId, before: Date): number =>
			sumOf(newestStarsBefore.all({ driverId, before: before.getTime() })),
	}
}
