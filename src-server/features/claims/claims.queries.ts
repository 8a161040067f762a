import { and, count, desc, eq, gte, inArray, isNull, lt, ne, notInArray, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import type { Database } from '#db/database.ts'
import { isSealed, RATING_STATE } from '#db/rating-state.ts'
import { ratings, tripDrivers } from '#db/schema.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'

export function claimQueries({ orm }: Database) {
	const isVerdict = eq(ratings.state, RATING_STATE.verdict)
	/** Replies belong to the claimer, so they do not return to the ghost: the next claimer is another person. */
	const asTheGhosts = { unseen: 0, reply: null, isReplyNew: false } as const
	return {
		ratingCountOf: (driverId: UserId): number =>
			orm
				.select({ count: count() })
				.from(ratings)
				.where(and(eq(ratings.driverId, driverId), isVerdict))
				.get()?.count ?? 0,

		dropRatingsBetween: (raterId: UserId, driverId: UserId) =>
			orm
				.delete(ratings)
				.where(and(eq(ratings.raterId, raterId), eq(ratings.driverId, driverId)))
				.run(),
		/**
		 * Returns the number of verdicts moved; placeholders are moved but not counted. Marks each rating with the ghost's
		 * id, so that the claim can be undone.
		 */
		moveRatingsToClaimer: (ghostId: UserId, to: UserId): number =>
			orm
				.update(ratings)
				.set({ driverId: to, claimedFromId: ghostId, unseen: sql`${ratings.state} = 0` })
				.where(eq(ratings.driverId, ghostId))
				.returning({ state: ratings.state })
				.all()
				.filter(({ state }) => state === RATING_STATE.verdict).length,
		hasRatingsFrom: (ghostId: UserId): boolean =>
			orm
				.select({ id: ratings.id })
				.from(ratings)
				.where(and(eq(ratings.claimedFromId, ghostId), isVerdict))
				.limit(1)
				.get() !== undefined,
		ratingsFrom: (ghostId: UserId, limit: number) =>
			orm
				.select({ id: ratings.wireId, ...verdictOf(ratings), createdAt: ratings.createdAt, reply: ratings.reply })
				.from(ratings)
				.where(and(eq(ratings.claimedFromId, ghostId), isVerdict))
				.orderBy(desc(ratings.id))
				.limit(limit)
				.all(),
		ratingCountFrom: (ghostId: UserId): number =>
			orm
				.select({ count: count() })
				.from(ratings)
				.where(and(eq(ratings.claimedFromId, ghostId), isVerdict))
				.get()?.count ?? 0,
		moveMarkedRatingsBack: (ghostId: UserId): number =>
			orm
				.update(ratings)
				.set({ driverId: ghostId, claimedFromId: null, ...asTheGhosts })
				.where(eq(ratings.claimedFromId, ghostId))
				.returning({ state: ratings.state })
				.all()
				.filter((rating) => !isSealed(rating)).length,
		/**
		 * Moves back ratings given since the claim on trips that listed the ghost but not the claimer. Returns how many it
		 * moved, not counting sealed ones.
		 */
		moveTripRatingsBack: (claimerId: UserId, ghostId: UserId): number => {
			const tripsWith = (driverId: UserId) =>
				orm.select({ id: tripDrivers.tripId }).from(tripDrivers).where(eq(tripDrivers.driverId, driverId))
			return orm
				.update(ratings)
				.set({ driverId: ghostId, ...asTheGhosts })
				.where(
					and(
						eq(ratings.driverId, claimerId),
						isNull(ratings.claimedFromId),
						inArray(ratings.tripId, tripsWith(ghostId)),
						notInArray(ratings.tripId, tripsWith(claimerId)),
					),
				)
				.returning({ state: ratings.state })
				.all()
				.filter((rating) => !isSealed(rating)).length
		},
		/** Sealed ratings stay, because they were given to the member. */
		moveUnmarkedRatings: (claimerId: UserId, ghostId: UserId, since: Date) =>
			orm
				.update(ratings)
				.set({ driverId: ghostId, ...asTheGhosts })
				.where(
					and(
						eq(ratings.driverId, claimerId),
						isNull(ratings.claimedFromId),
						gte(ratings.createdAt, since),
						ne(ratings.state, RATING_STATE.sealed),
					),
				)
				.run(),
		/** Earlier versions did not mark ratings; those older than the account came with the claim. */
		moveRatingsBackByAge: (claimer: UserRow, ghost: UserRow): number =>
			orm
				.update(ratings)
				.set({ driverId: ghost.id, ...asTheGhosts })
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
