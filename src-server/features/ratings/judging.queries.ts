import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import { type JudgingFigures, OTHERS_MIN, STAR } from '#contract/judging.ts'
import type { Database } from '#db/database.ts'
import { driverStats, ratings } from '#db/schema.ts'

/**
 * What raters gave, against what others gave the same drivers. What others gave is what the driver's card has, less one's own:
 * nobody's ratings are read but the rater's.
 */
export function judgingQueries({ orm, prepareRows }: Database) {
	const { placeholder } = sql

	/** `when`: which of them are judged by. What a driver has of others is all they have, whenever it was given. */
	const figures = (whose: SQL, when = sql`true`) => {
		const inTime = (what: SQL) => sql<number>`${what} filter (where ${when})`
		const given = (stars: number) =>
			inTime(sql`count(case when ${ratings.starRating} = ${sql.raw(String(stars))} then 1 end)`)
		const own = orm
			.select({
				driverId: ratings.driverId,
				all: sql<number>`count(*)`.as('all_own'),
				allStars: sql<number>`sum(${ratings.starRating})`.as('all_stars'),
				verdicts: inTime(sql`count(*)`).as('verdicts'),
				sum: inTime(sql`total(${ratings.starRating})`).as('own_sum'),
				one: given(1).as('one'),
				two: given(2).as('two'),
				three: given(3).as('three'),
				four: given(4).as('four'),
				five: given(5).as('five'),
			})
			.from(ratings)
			.where(and(whose, sql`+${ratings.state} = 0`))
			.groupBy(ratings.driverId)
			.as('own')
		const others = sql`(${driverStats.totalRides} - ${own.all})`
		const isCompared = sql`${others} >= ${sql.raw(String(OTHERS_MIN))}`
		const expected = sql`1.0 * ${own.verdicts} * (${driverStats.starSum} - ${own.allStars}) / ${others}`
		const total = (what: SQL | SQL.Aliased) => sql<number>`coalesce(sum(${what}), 0)`
		const fields = {
			one: total(own.one),
			two: total(own.two),
			three: total(own.three),
			four: total(own.four),
			five: total(own.five),
			compared: total(sql`case when ${isCompared} then ${own.verdicts} end`),
			kinderBy: total(sql`case when ${isCompared} then ${own.sum} - ${expected} end`),
		}
		return prepareRows(fields, (selection) =>
			orm.select(selection).from(own).innerJoin(driverStats, eq(driverStats.driverId, own.driverId)),
		)
	}
	const ofMember = figures(eq(ratings.raterId, placeholder('raterId')))
	const { createdAt } = ratings
	const ofMemberBetween = figures(
		eq(ratings.raterId, placeholder('raterId')),
		sql`${createdAt} >= ${placeholder('from')} and ${createdAt} < ${placeholder('to')}`,
	)
	const ofGuest = figures(eq(ratings.guestKey, placeholder('guestKey')))

	const inWholes = (row: ReturnType<typeof ofMember.get>): JudgingFigures => {
		const { one = 0, two = 0, three = 0, four = 0, five = 0, compared = 0, kinderBy = 0 } = row ?? {}
		return { stars: [one, two, three, four, five], compared, kinderBy: Math.round(STAR * kinderBy) }
	}

	return {
		figuresOfMember: (raterId: UserId): JudgingFigures => inWholes(ofMember.get({ raterId })),
		/** By what they gave from one moment until before another, against what the cards of those drivers say today. */
		figuresOfMemberBetween: (raterId: UserId, from: Date, to: Date): JudgingFigures =>
			inWholes(ofMemberBetween.get({ raterId, from: from.getTime(), to: to.getTime() })),
		figuresOfGuest: (guestKey: string): JudgingFigures => inWholes(ofGuest.get({ guestKey })),
	}
}
