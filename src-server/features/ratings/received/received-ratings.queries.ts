import { and, desc, eq, gt, gte, isNull, lt, sql } from 'drizzle-orm'
import type { RatingId, UserId } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import type { ReportReason } from '#contract/received-ratings.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { ratingReports, ratings } from '#db/schema.ts'
import type { RatingRow, SeenRatingRow } from '#server/features/ratings/ratings.queries.ts'

export type ReceivedRow = SeenRatingRow & { report: 'reported' | 'kept' | null }

const randomId = sql`(abs(random() % 1125899906842623) + 1)`

export function receivedRatingQueries({ orm }: Database) {
	const { placeholder } = sql
	const ofDriver = lazyStatement(() =>
		orm
			.select({
				id: ratings.wireId,
				...verdictOf(ratings),
				createdAt: ratings.createdAt,
				reply: ratings.reply,
				report: sql<ReceivedRow['report']>`${ratingReports.status}`,
			})
			.from(ratings)
			.leftJoin(ratingReports, eq(ratingReports.ratingId, ratings.id))
			.where(
				and(
					eq(ratings.driverId, placeholder('driverId')),
					sql`${ratings.state} = 0`,
					lt(ratings.id, placeholder('before')),
				),
			)
			.orderBy(desc(ratings.id))
			.limit(placeholder('limit')),
	)

	return {
		ratingsNewestFirst: (
			driverId: UserId,
			limit: number,
			before: RatingRow['id'] = Number.MAX_SAFE_INTEGER,
		): ReceivedRow[] => ofDriver.all({ driverId, limit, before }),

		/** Ratings that hosts removed, by the day they were given and shuffled within a day. */
		removedSince: (driverId: UserId, since: Date): { id: RatingId; ratedOn: Date }[] =>
			orm
				.select({ id: ratingReports.id, ratedOn: ratingReports.ratedOn })
				.from(ratingReports)
				.where(
					and(
						eq(ratingReports.driverId, driverId),
						eq(ratingReports.status, 'removed'),
						gte(ratingReports.decidedAt, since),
					),
				)
				.orderBy(desc(ratingReports.ratedOn), desc(ratingReports.id))
				.all(),

		hasReport: ({ id }: RatingRow): boolean =>
			orm.select({ id: ratingReports.id }).from(ratingReports).where(eq(ratingReports.ratingId, id)).get() !==
			undefined,

		momentsOfReports: (driverId: UserId, since: Date, limit: number): Date[] =>
			orm
				.select({ at: ratingReports.reportedAt })
				.from(ratingReports)
				.where(and(eq(ratingReports.driverId, driverId), gt(ratingReports.reportedAt, since)))
				.orderBy(desc(ratingReports.reportedAt))
				.limit(limit)
				.all()
				.map(({ at }) => at),

		insertReport: ({ id, driverId, createdAt }: RatingRow, reason: ReportReason, at: Date) =>
			orm
				.insert(ratingReports)
				.values({
					id: randomId,
					driverId,
					ratingId: id,
					ratedOn: new Date(createdAt.getTime() - (createdAt.getTime() % 86_400_000)),
					reason,
					reportedAt: at,
				})
				.run(),

		/** Deletes reports that ended before this. A kept rating's report stays, so that it cannot be reported again. */
		dropReportsBefore: (moment: Date) =>
			orm
				.delete(ratingReports)
				.where(
					and(
						// Repeats the expression of the index.
						sql`(${ratingReports.status} = 'reported') = 0`,
						sql`${ratingReports.reportedAt} / 86400000 <= ${Math.floor(moment.getTime() / 86_400_000)}`,
						isNull(ratingReports.ratingId),
						sql`coalesce(${ratingReports.decidedAt}, ${ratingReports.reportedAt}) < ${moment.getTime()}`,
					),
				)
				.run(),
	}
}
