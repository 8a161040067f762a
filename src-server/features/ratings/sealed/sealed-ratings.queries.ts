import { and, count, eq, gt, lte, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { RATING_STATE } from '#db/rating-state.ts'
import { ratings, sealedWaits } from '#db/schema.ts'
import type { RatingRow } from '#server/features/ratings/ratings.queries.ts'

/** All bounds are inclusive except `impossibleAfter`. */
export type Opening = {
	givenUntil: Date
	waitedSince: Date
	/** A verdict dated after this was given while the clock was wrong, and opens now. */
	impossibleAfter: Date
}

export function sealedRatingQueries({ orm }: Database) {
	const waitsWhere = (which: ReturnType<typeof gt>) =>
		orm.select({ driverId: sealedWaits.driverId }).from(sealedWaits).where(which)
	const isOpenedBy = (driverId: UserId, { givenUntil, impossibleAfter }: Opening) =>
		and(
			eq(ratings.driverId, driverId),
			// Repeats the condition of the partial index.
			sql`${ratings.state} = 2 and ${ratings.tripId} is null`,
			or(lte(ratings.createdAt, givenUntil), gt(ratings.createdAt, impossibleAfter)),
		)
	const { placeholder } = sql
	const open = lazyStatement(() =>
		orm
			.update(ratings)
			.set({
				id: sql`${placeholder('place')}`,
				createdAt: sql`${placeholder('createdAt')}`,
				unseen: sql`${placeholder('unseen')}`,
				state: RATING_STATE.verdict,
			})
			.where(eq(ratings.id, placeholder('id'))),
	)
	return {
		anyWait: (): boolean =>
			orm.select({ driverId: sealedWaits.driverId }).from(sealedWaits).limit(1).get() !== undefined,

		/** Reads only the index of waits, so that dormant drivers cost nothing. May contain duplicates. */
		driversDue: ({ givenUntil, waitedSince, impossibleAfter }: Opening): UserId[] =>
			// `unionAll`, because for `union` SQLite would scan the whole table.
			unionAll(
				waitsWhere(lte(sealedWaits.secondRaterAt, givenUntil)),
				waitsWhere(lte(sealedWaits.oldestAt, waitedSince)),
				waitsWhere(gt(sealedWaits.oldestAt, impossibleAfter)),
			)
				.all()
				.map(({ driverId }) => driverId),

		sealedRatingsOf: (driverId: UserId, opening: Opening): RatingRow[] =>
			orm.select().from(ratings).where(isOpenedBy(driverId, opening)).all(),
		sealedCountOf: (driverId: UserId, opening: Opening): number =>
			orm.select({ count: count() }).from(ratings).where(isOpenedBy(driverId, opening)).get()?.count ?? 0,

		/** Reserves `count` consecutive row ids after all others and returns the first. */
		reserveRowIds(count: number): RatingRow['id'] {
			const [counter] = orm.all<{ seq: number }>(
				sql`update sqlite_sequence set seq = seq + ${count} where name = 'ratings' returning seq`,
			)
			if (!counter) throw new Error('There is no rating whose place could be another')
			return counter.seq - count + 1
		},

		open: ({ id }: RatingRow, opened: Pick<RatingRow, 'id' | 'createdAt' | 'unseen'>) =>
			open.run({ id, place: opened.id, createdAt: opened.createdAt.getTime(), unseen: opened.unseen }),
	}
}
