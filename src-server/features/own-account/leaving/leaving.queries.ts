import { and, eq, exists, inArray, isNull, ne, not, sql } from 'drizzle-orm'
import { GUEST_ID, type UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { ratings, users } from '#db/schema.ts'

/** What must be undone before a member's row can go. Sessions, links, hides and friendships go with it by themselves. */
export function leavingQueries({ orm }: Database) {
	return {
		/** Ghosts of this member's whom nobody claimed and nobody else has rated. */
		lonelyGhostsOf: (userId: UserId): UserId[] => {
			const isRatedByOthers = exists(
				orm
					.select({ one: sql`1` })
					.from(ratings)
					.where(and(eq(ratings.driverId, users.id), ne(ratings.raterId, userId))),
			)
			return orm
				.select({ id: users.id })
				.from(users)
				.where(
					and(eq(users.createdById, userId), eq(users.isGhost, true), isNull(users.claimedById), not(isRatedByOthers)),
				)
				.all()
				.map(({ id }) => id)
		},
		/** These three answer how many it were. */
		dropRatingsOf: (driverIds: UserId[]): number =>
			orm.delete(ratings).where(inArray(ratings.driverId, driverIds)).returning({ id: ratings.id }).all().length,
		dropRatingsBy: (raterId: UserId): number =>
			orm.delete(ratings).where(eq(ratings.raterId, raterId)).returning({ id: ratings.id }).all().length,
		/** They stay with their drivers, and no browser can take them for its own. */
		giveRatingsToNobody: (raterId: UserId): number =>
			orm
				.update(ratings)
				.set({ raterId: GUEST_ID, guestKey: null, requestKey: null })
				.where(eq(ratings.raterId, raterId))
				.returning({ id: ratings.id })
				.all().length,
		dropPlaceholdersBy: (raterId: UserId) =>
			orm
				.delete(ratings)
				.where(and(eq(ratings.raterId, raterId), eq(ratings.isPlaceholder, true)))
				.run(),
		claimedGhostIdsOf: (userId: UserId): UserId[] =>
			orm
				.select({ id: users.id })
				.from(users)
				.where(eq(users.claimedById, userId))
				.all()
				.map(({ id }) => id),
		/** What this member created, and others live on with. */
		forgetCreator: (userId: UserId) =>
			orm.update(users).set({ createdById: null }).where(eq(users.createdById, userId)).run(),
		deleteUsers: (ids: UserId[]) => orm.delete(users).where(inArray(users.id, ids)).run(),
	}
}
