import { asc, eq, gt, notInArray, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import { forEachOf, IMPRESSION_KEYS } from '#contract/impressions.ts'
import { DEMO_DRIVER_ID, GUEST_ID } from '#contract/known-ids.ts'
import type { Database } from '#db/database.ts'
import { broughtVerdicts, hiddenDrivers, ratings, tripDrivers, trips, users } from '#db/schema.ts'

/** Exports all data entered by people, but nothing that grants access: no hashes, tokens, keys or sessions. */
export function exportQueries({ orm }: Database) {
	return {
		/** One read transaction for the whole export, so it needs a connection of its own. */
		beginReading: () => orm.run(sql`begin`),
		endReading: () => orm.run(sql`rollback`),

		people: () =>
			orm
				.select({
					id: users.id,
					username: users.username,
					display_name: users.displayName,
					email: users.email,
					avatarId: users.avatarId,
					isGhost: users.isGhost,
					claimedById: users.claimedById,
					createdById: users.createdById,
					createdAt: users.createdAt,
				})
				.from(users)
				.where(notInArray(users.id, [GUEST_ID, DEMO_DRIVER_ID]))
				.orderBy(asc(users.createdAt), asc(users.id))
				.all(),

		ratingsAfter: (id: number, count: number) =>
			orm
				.select({
					rowId: ratings.id,
					id: ratings.wireId,
					driverId: ratings.driverId,
					driver: sql<string>`coalesce(${users.displayName}, ${users.username})`,
					raterId: ratings.raterId,
					starRating: ratings.starRating,
					...forEachOf(IMPRESSION_KEYS, (key) => ratings[key]),
					isPlaceholder: sql<boolean>`${ratings.state} = 1`.mapWith(Boolean),
					isSealed: sql<boolean>`${ratings.state} = 2`.mapWith(Boolean),
					createdAt: ratings.createdAt,
					reply: ratings.reply,
				})
				.from(ratings)
				.innerJoin(users, eq(users.id, ratings.driverId))
				.where(gt(ratings.id, id))
				.orderBy(asc(ratings.id))
				.limit(count)
				.all(),

		broughtAfter: (id: number, count: number) =>
			orm
				.select({
					rowId: broughtVerdicts.id,
					id: broughtVerdicts.sourceId,
					userId: broughtVerdicts.userId,
					driver: broughtVerdicts.driver,
					starRating: broughtVerdicts.starRating,
					...forEachOf(IMPRESSION_KEYS, (key) => broughtVerdicts[key]),
					createdAt: broughtVerdicts.createdAt,
				})
				.from(broughtVerdicts)
				.where(gt(broughtVerdicts.id, id))
				.orderBy(asc(broughtVerdicts.id))
				.limit(count)
				.all(),

		/** Passengers are left out: their identity is never revealed. */
		trips: () =>
			orm
				.select({
					name: trips.name,
					makerId: trips.makerId,
					createdAt: trips.createdAt,
					openedAt: trips.openedAt,
					seats: trips.seats,
					driverIds: sql<UserId[]>`(
						select json_group_array(driver_id order by place) from ${tripDrivers} where trip_id = ${trips.id}
					)`.mapWith((ids: string): UserId[] => JSON.parse(ids)),
				})
				.from(trips)
				.orderBy(asc(trips.id))
				.all(),

		hidden: () =>
			orm
				.select({ userId: hiddenDrivers.userId, driverId: hiddenDrivers.driverId, hiddenAt: hiddenDrivers.hiddenAt })
				.from(hiddenDrivers)
				.orderBy(asc(hiddenDrivers.id))
				.all(),
	}
}
