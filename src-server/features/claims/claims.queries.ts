import { and, count, eq, gte, isNull, lt } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { ratings } from '#db/schema.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'

/** The ratings of a ghost, which go to its claimer and may come back. */
export function claimQueries({ orm }: Database) {
	return {
		ratingCountOf: (driverId: UserId): number =>
			orm.select({ count: count() }).from(ratings).where(eq(ratings.driverId, driverId)).get()?.count ?? 0,

		dropRatingsBetween: (raterId: UserId, driverId: UserId) =>
			orm
				.delete(ratings)
				.where(and(eq(ratings.raterId, raterId), eq(ratings.driverId, driverId)))
				.run(),
		/** Answers how many moved. Each is marked with the ghost's id, so that the claim can be undone. */
		moveRatingsToClaimer: (ghostId: UserId, to: UserId): number =>
			orm
				.update(ratings)
				.set({ driverId: to, claimedFromId: ghostId, isUnseen: true })
				.where(eq(ratings.driverId, ghostId))
				.returning({ id: ratings.id })
				.all().length,
		/** Whether anything is left of what a claim brought: a placeholder goes where its rater has rated the claimer, too. */
		hasRatingsFrom: (ghostId: UserId): boolean =>
			orm.select({ id: ratings.id }).from(ratings).where(eq(ratings.claimedFromId, ghostId)).limit(1).get() !==
			undefined,
		moveMarkedRatingsBack: (ghostId: UserId): number =>
			orm
				.update(ratings)
				.set({ driverId: ghostId, claimedFromId: null, isUnseen: false })
				.where(eq(ratings.claimedFromId, ghostId))
				.returning({ id: ratings.id })
				.all().length,
		/** Those of the claimer that are not marked with a ghost, from a moment on. */
		moveUnmarkedRatings: (claimerId: UserId, ghostId: UserId, since: Date) =>
			orm
				.update(ratings)
				.set({ driverId: ghostId, isUnseen: false })
				.where(and(eq(ratings.driverId, claimerId), isNull(ratings.claimedFromId), gte(ratings.createdAt, since)))
				.run(),
		/** Ratings that are not marked and older than the account: they came with a claim of an earlier version. */
		moveRatingsBackByAge: (claimer: UserRow, ghost: UserRow): number =>
			orm
				.update(ratings)
				.set({ driverId: ghost.id, isUnseen: false })
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
	}
}
