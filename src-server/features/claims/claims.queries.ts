import { and, count, desc, eq, gte, inArray, isNull, lt, ne, notInArray, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import type { Database } from '#db/database.ts'
import { isSealed, RATING_STATE } from '#db/rating-state.ts'
import { ratings, tripDrivers } from '#db/schema.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'

/** The ratings of a ghost, which go to its claimer and may come back. */
export function claimQueries({ orm }: Database) {
	const isVerdict = eq(ratings.state, RATING_STATE.verdict)
	/** What the claimer answered is not what the ghost says: the next claimer is another person. */
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
		/** Answers how many moved, placeholders aside. Each is marked with the ghost's id, so that the claim can be undone. */
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
		/** The newest, as their driver sees them. */
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
		/** Answers how many; what is sealed is not counted. */
		moveMarkedRatingsBack: (ghostId: UserId): number =>
			orm
				.update(ratings)
				.set({ driverId: ghostId, claimedFromId: null, ...asTheGhosts })
				.where(eq(ratings.claimedFromId, ghostId))
				.returning({ state: ratings.state })
				.all()
				.filter((rating) => !isSealed(rating)).length,
		/**
		 * What was said since the claim on road trips that the ghost was chosen for, and the claimer was not: it was said of the
		 * ghost. Answers how many; what is sealed is not counted.
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
		/** Those of the claimer that are not marked with a ghost, from a moment on. What is sealed was said of the member. */
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
		/** Ratings that are not marked and older than the account: they came with a claim of an earlier version. */
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
