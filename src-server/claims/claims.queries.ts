import { and, count, eq, isNull, ne, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { hiddenDrivers, ratings, users } from '#db/schema.ts'
import type { UserRow } from '#server/accounts/user-views.ts'

export function claimQueries({ orm }: Database) {
	const byToken = orm
		.select()
		.from(users)
		.where(and(eq(users.ghostClaimToken, sql.placeholder('token')), isNull(users.claimedById)))
		.prepare()
	return {
		ghostByClaimToken: (token: string): UserRow | undefined => byToken.get({ token }),
		ratingCountOf: (driverId: UserId): number =>
			orm.select({ count: count() }).from(ratings).where(eq(ratings.driverId, driverId)).get()?.count ?? 0,

		dropRatingsBetween: (raterId: UserId, driverId: UserId) =>
			orm
				.delete(ratings)
				.where(and(eq(ratings.raterId, raterId), eq(ratings.driverId, driverId)))
				.run(),
		/** Answers how many moved. */
		moveRatings: (from: UserId, to: UserId): number =>
			orm.update(ratings).set({ driverId: to }).where(eq(ratings.driverId, from)).returning({ id: ratings.id }).all()
				.length,
		/** Who had hidden the ghost keeps the claimer hidden. */
		moveHides: (from: UserId, to: UserId) => {
			orm
				.insert(hiddenDrivers)
				.select(
					orm
						.select({
							id: sql`null`.as('id'),
							userId: hiddenDrivers.userId,
							driverId: sql`${to}`.as('driver_id'),
							hiddenAt: hiddenDrivers.hiddenAt,
						})
						.from(hiddenDrivers)
						.where(and(eq(hiddenDrivers.driverId, from), ne(hiddenDrivers.userId, to))),
				)
				.onConflictDoNothing()
				.run()
			orm.delete(hiddenDrivers).where(eq(hiddenDrivers.driverId, from)).run()
		},
		markClaimed: (ghostId: UserId, claimedById: UserId) =>
			orm.update(users).set({ claimedById, ghostClaimToken: null }).where(eq(users.id, ghostId)).run(),
	}
}
