import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { RatingId, UserId } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { ratingReports, ratings, users } from '#db/schema.ts'

export type ReportRow = typeof ratingReports.$inferSelect

/** Contains the rating's verdict, but neither its rater nor its time. */
export type ReportWithRatingRow = ReturnType<ReturnType<typeof reportQueries>['reportsOf']>[number]

/** Cursor; `day` is in days since 1970. */
export type ReportCursor = { day: number; id: number }
const NEWEST: ReportCursor = { day: 999_999, id: 0 }

export function reportQueries({ orm }: Database) {
	const { placeholder } = sql
	// Repeats the expressions of the index.
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
		reportsOf: (open: boolean, { day, id }: ReportCursor = NEWEST, limit: number) =>
			inOrder.all({ open: open ? 1 : 0, day, id, limit }),
		waiting: (besides: UserId = 0): number => waiting.get({ besides })?.count ?? 0,
		reportById: (id: RatingId) => withRatings().where(eq(ratingReports.id, id)).get(),
		decide: (id: RatingId, status: 'kept' | 'removed', at: Date) =>
			orm.update(ratingReports).set({ status, decidedAt: at }).where(eq(ratingReports.id, id)).run(),
	}
}
