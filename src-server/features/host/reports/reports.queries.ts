import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { RatingId, UserId } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { ratingReports, ratings, users } from '#db/schema.ts'

export type ReportRow = typeof ratingReports.$inferSelect

/** A report with its driver and, where its rating is still there, what that says: nothing of who gave it, nor when. */
export type ReportWithRatingRow = ReturnType<ReturnType<typeof reportQueries>['reportsOf']>[number]

/** `day`: in days since 1970. */
export type ReportPlace = { day: number; id: number }
const NEWEST: ReportPlace = { day: 999_999, id: 0 }

export function reportQueries({ orm }: Database) {
	const { placeholder } = sql
	// As the index says them.
	const isOpen = sql`(${ratingReports.status} = 'reported')`
	const day = sql<number>`(${ratingReports.reportedAt} / 86400000)`

	const withRatings = () =>
		orm
			.select({
				report: ratingReports,
				day,
				driver: {
					id: users.id,
					username: users.username,
					displayName: users.displayName,
					avatarId: users.avatarId,
				},
				rating: verdictOf(ratings),
			})
			.from(ratingReports)
			.innerJoin(users, eq(users.id, ratingReports.driverId))
			.leftJoin(ratings, eq(ratings.id, ratingReports.ratingId))
	const inOrder = lazyStatement(() =>
		withRatings()
			.where(
				and(
					sql`${isOpen} = ${placeholder('open')}`,
					sql`${day} <= ${placeholder('day')}`,
					sql`(${day} < ${placeholder('day')} or ${ratingReports.id} < ${placeholder('id')})`,
				),
			)
			.orderBy(desc(day), desc(ratingReports.id))
			.limit(placeholder('limit')),
	)

	const waiting = lazyStatement(() =>
		orm
			.select({ count: count() })
			.from(ratingReports)
			.where(and(sql`${isOpen} = 1`, sql`${ratingReports.driverId} <> ${placeholder('besides')}`)),
	)

	return {
		/** Those that wait, or those that do not, older than the one at a place. */
		reportsOf: (open: boolean, { day, id }: ReportPlace = NEWEST, limit: number) =>
			inOrder.all({ open: open ? 1 : 0, day, id, limit }),
		/** How many wait, at most those `besides` a driver's own. */
		waiting: (besides: UserId = 0): number => waiting.get({ besides })?.count ?? 0,
		reportById: (id: RatingId) => withRatings().where(eq(ratingReports.id, id)).get(),
		decide: (id: RatingId, status: 'kept' | 'removed', at: Date) =>
			orm.update(ratingReports).set({ status, decidedAt: at }).where(eq(ratingReports.id, id)).run(),
	}
}
