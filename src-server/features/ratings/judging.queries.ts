import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import { OTHERS_MIN } from '#contract/judging.ts'
import type { Database } from '#db/database.ts'
import { driverStats, ratings } from '#db/schema.ts'
import { once } from '#server/once.ts'

/** Half-open: `from` is included, `to` is not. */
export type Time = { from: Date; to: Date }

/** `kinderBy` is in stars, as in `JudgingFigures`. */
export type JudgedRow = ReturnType<ReturnType<typeof judgingQueries>['judgedByGuest']>[number]

/**
 * Compares a rater's ratings with those of other raters for the same drivers. The others' share is computed from the
 * driver's totals less the rater's own, so no other rating is read.
 */
export function judgingQueries({ orm, prepareRows }: Database) {
	const { placeholder } = sql
	const { driverId, raterId, guestKey, starRating, createdAt, state } = ratings
	const inTime = (what: SQL) =>
		sql<number>`${what} filter (where ${createdAt} >= ${placeholder('from')} and ${createdAt} < ${placeholder('to')})`
	const given = (stars: number) => inTime(sql`count(case when ${starRating} = ${sql.raw(String(stars))} then 1 end)`)

	const judged = (whose: SQL | undefined) => {
		const own = orm
			.select({
				driverId,
				all: sql<number>`count(*)`.as('all_own'),
				allStars: sql<number>`sum(${starRating})`.as('all_stars'),
				verdicts: inTime(sql`count(*)`).as('verdicts'),
				sum: inTime(sql`total(${starRating})`).as('own_sum'),
				one: given(1).as('one'),
				two: given(2).as('two'),
				three: given(3).as('three'),
				four: given(4).as('four'),
				five: given(5).as('five'),
			})
			.from(ratings)
			.where(and(whose, sql`+${state} = 0`))
			.groupBy(driverId)
			.orderBy(driverId)
			.limit(placeholder('limit'))
			.as('own')
		const others = sql`(${driverStats.totalRides} - ${own.all})`
		const isCompared = sql`${others} >= ${sql.raw(String(OTHERS_MIN))}`
		const expected = sql`1.0 * ${own.verdicts} * (${driverStats.starSum} - ${own.allStars}) / ${others}`
		const fields = {
			driverId: sql<number>`${own.driverId}`,
			one: sql<number>`${own.one}`,
			two: sql<number>`${own.two}`,
			three: sql<number>`${own.three}`,
			four: sql<number>`${own.four}`,
			five: sql<number>`${own.five}`,
			compared: sql<number>`case when ${isCompared} then ${own.verdicts} else 0 end`,
			kinderBy: sql<number>`case when ${isCompared} then ${own.sum} - ${expected} else 0 end`,
		}
		return prepareRows(fields, (selection) =>
			orm.select(selection).from(own).innerJoin(driverStats, eq(driverStats.driverId, own.driverId)),
		)
	}
	const byMember = once(() => judged(and(eq(raterId, placeholder('raterId')), gt(driverId, placeholder('after')))))
	const byGuest = once(() => judged(eq(guestKey, placeholder('guestKey'))))
	const between = ({ from, to }: Time) => ({ from: from.getTime(), to: to.getTime() })

	return {
		/** One row per driver, ordered by id, including drivers rated outside the period. */
		judgedByMember: (raterId: UserId, time: Time, page: { after: UserId; limit: number }) =>
			byMember().all({ raterId, ...between(time), ...page }),
		judgedByGuest: (guestKey: string, time: Time) => byGuest().all({ guestKey, ...between(time), limit: -1 }),
	}
}
