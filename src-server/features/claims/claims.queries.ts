import { and, asc, count, eq, gte, isNull, lt, ne, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { hiddenDrivers, ratings, users } from '#db/schema.ts'
import type { UserRow } from '#server/features/accounts/user-views.ts'

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
		/** Answers how many moved. Each remembers the ghost, so that the claim can be undone. */
		moveRatingsToClaimer: (ghostId: UserId, to: UserId): number =>
			orm
				.update(ratings)
				.set({ driverId: to, claimedFromId: ghostId })
				.where(eq(ratings.driverId, ghostId))
				.returning({ id: ratings.id })
				.all().length,
		moveMarkedRatingsBack: (ghostId: UserId): number =>
			orm
				.update(ratings)
				.set({ driverId: ghostId, claimedFromId: null })
				.where(eq(ratings.claimedFromId, ghostId))
				.returning({ id: ratings.id })
				.all().length,
		/** Those of the claimer that remember no ghost, from a moment on. */
		moveUnmarkedRatings: (claimerId: UserId, ghostId: UserId, since: Date) =>
			orm
				.update(ratings)
				.set({ driverId: ghostId })
				.where(and(eq(ratings.driverId, claimerId), isNull(ratings.claimedFromId), gte(ratings.createdAt, since)))
				.run(),
		/** Ratings that remember no ghost and are older than the account: claims of an earlier version brought them. */
		moveRatingsBackByAge: (claimer: UserRow, ghost: UserRow): number =>
			orm
				.update(ratings)
				.set({ driverId: ghost.id })
				.where(
					and(
						eq(ratings.driverId, claimer.id),
						isNull(ratings.claimedFromId),
						gte(ratings.createdAt, ghost.createdAt),
						lt(ratings.createdAt, claimer.createdAt),
					),
				)
				.returning({ id: ratings.id })
				.all().length,
		userById: (id: UserId): UserRow | undefined => orm.select().from(users).where(eq(users.id, id)).get(),
		ghostsClaimedBy: (claimerId: UserId): UserRow[] =>
			orm.select().from(users).where(eq(users.claimedById, claimerId)).orderBy(asc(users.claimedAt)).all(),
		ghostCountOfClaimer: (claimerId: UserId): number =>
			orm.select({ count: count() }).from(users).where(eq(users.claimedById, claimerId)).get()?.count ?? 0,
		/** Who had hidden the one has hidden the other too. */
		copyHides: (from: UserId, to: UserId) => {
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
		},
		dropHides: (driverId: UserId) => orm.delete(hiddenDrivers).where(eq(hiddenDrivers.driverId, driverId)).run(),
		markClaimed: (ghostId: UserId, claimedById: UserId, claimedAt: Date) =>
			orm.update(users).set({ claimedById, claimedAt, ghostClaimToken: null }).where(eq(users.id, ghostId)).run(),
		/** The new token is for the ghost's creator only: whoever claimed it wrongly may have rated it, too. */
		markUnclaimed: (ghostId: UserId, ghostClaimToken: string) =>
			orm
				.update(users)
				.set({ claimedById: null, claimedAt: null, ghostClaimToken, isTokenForCreatorOnly: true })
				.where(eq(users.id, ghostId))
				.run(),
	}
}
