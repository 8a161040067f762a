import { and, eq, inArray, sql } from 'drizzle-orm'
import { GUEST_ID, type UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { ratings } from '#db/schema.ts'

/** What becomes of ratings before a member's row can go. Sessions, links and hides go with the row, by foreign keys. */
export function leavingQueries({ orm }: Database) {
	return {
		/** These three answer how many ratings they changed. */
		dropRatingsOf: (driverIds: UserId[]): number =>
			orm.delete(ratings).where(inArray(ratings.driverId, driverIds)).returning({ id: ratings.id }).all().length,
		dropRatingsBy: (raterId: UserId): number =>
			orm.delete(ratings).where(eq(ratings.raterId, raterId)).returning({ id: ratings.id }).all().length,
		/** They stay with their drivers, and no browser can claim to have given them. */
		anonymizeRatingsBy: (raterId: UserId): number =>
			orm
				.update(ratings)
				.set({ raterId: GUEST_ID, guestKey: null, requestKey: null })
				.where(eq(ratings.raterId, raterId))
				.returning({ id: ratings.id })
				.all().length,
		/** Where SQLite marks in the index of names what is deleted, it is merged: only that takes it out. See db/migrations.ts. */
		forgetDeletedNames: () =>
			orm.run(sql`INSERT INTO users_search (users_search) SELECT 'optimize'
				WHERE NOT EXISTS (SELECT 1 FROM users_search_config WHERE k = 'secure-delete' AND v = 1)`),
		dropPlaceholdersBy: (raterId: UserId) =>
			orm
				.delete(ratings)
				.where(and(eq(ratings.raterId, raterId), eq(ratings.isPlaceholder, true)))
				.run(),
	}
}
