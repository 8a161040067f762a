import { and, eq, gte, isNull, max, notInArray, sql, sum } from 'drizzle-orm'
import { DEMO_DRIVER_ID, GUEST_ID } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { ratingDays, users } from '#db/schema.ts'

const DAY_MS = 86_400_000

/** How much came lately. Totals of people are those of the metrics. */
export function overviewQueries({ orm }: Database) {
	const countIf = (condition: ReturnType<typeof and>) => sql<number>`count(case when ${condition} then 1 end)`
	return {
		/** Members, and ghosts that wait to be claimed, made since then. */
		newcomersSince: (moment: Date): { people: number; ghosts: number } =>
			orm
				.select({
					people: countIf(eq(users.isGhost, false)),
					ghosts: countIf(and(eq(users.isGhost, true), isNull(users.claimedById))),
				})
				.from(users)
				.where(and(gte(users.createdAt, moment), notInArray(users.id, [GUEST_ID, DEMO_DRIVER_ID])))
				.get() ?? { people: 0, ghosts: 0 },
		/** All of them, and those from a day on, in days since 1970. */
		ratings(sinceDay: number): { all: number; since: number } {
			const isSince = gte(ratingDays.day, sinceDay)
			const found = orm
				.select({
					all: sum(ratingDays.ratings),
					since: sql<number>`sum(case when ${isSince} then ${ratingDays.ratings} end)`,
				})
				.from(ratingDays)
				.get()
			return { all: Number(found?.all ?? 0), since: found?.since ?? 0 }
		},
		/**
		 * The start of the day on which somebody last came or rated; for comparing it with the clock. No more than the day:
		 * what is wrong with the clock is told.
		 */
		newestDay(): Date | null {
			const rated =
				orm
					.select({ day: max(ratingDays.day) })
					.from(ratingDays)
					.get()?.day ?? 0
			const came =
				orm
					.select({ at: max(users.createdAt) })
					.from(users)
					.get()
					?.at?.getTime() ?? 0
			const day = Math.max(rated, Math.floor(came / DAY_MS))
			return day > 0 ? new Date(day * DAY_MS) : null
		},
	}
}
