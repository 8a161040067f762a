import { and, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { driverStats, hiddenDrivers, users } from '#db/schema.ts'
import type { UserRow } from '#server/features/accounts/user-views.ts'

/** A driver with what the home list shows of them. */
export type HomeDriverRow = { user: UserRow; starSum: number | null; totalRides: number | null }

export function driverQueries({ orm }: Database) {
	const me = sql.placeholder('me')
	/*
	 * Drivers I rated and ghosts I created, each once, last rated or created first. A claimed ghost stands for its
	 * claimer (its ratings have moved there already). Not in it: whom I hid, and myself.
	 */
	const homeOf = orm
		.select({ user: users, starSum: driverStats.starSum, totalRides: driverStats.totalRides })
		.from(users)
		.innerJoin(
			sql`(
				select driver_id, max(at) as last from (
					select driver_id, max(created_at) as at from ratings where rater_id = ${me} group by driver_id
					union all
					select coalesce(claimed_by_id, id), created_at from users where created_by_id = ${me} and is_ghost = 1
				) group by driver_id
			) as mine`,
			sql`mine.driver_id = ${users.id}`,
		)
		.leftJoin(driverStats, eq(driverStats.driverId, users.id))
		.where(
			sql`${users.id} <> ${me} and not exists (
				select 1 from hidden_drivers where user_id = ${me} and driver_id = ${users.id})`,
		)
		.orderBy(sql`mine.last desc`, desc(users.id))
		.prepare()
	const withStats = orm
		.select({ user: users, starSum: driverStats.starSum, totalRides: driverStats.totalRides })
		.from(users)
		.leftJoin(driverStats, eq(driverStats.driverId, users.id))
		.where(eq(users.id, sql.placeholder('id')))
		.prepare()
	const hiddenBy = orm
		.select({ driverId: hiddenDrivers.driverId })
		.from(hiddenDrivers)
		.where(eq(hiddenDrivers.userId, me))
		.orderBy(desc(hiddenDrivers.id))
		.prepare()
	const ghostsOf = orm
		.select()
		.from(users)
		.where(and(eq(users.createdById, me), eq(users.isGhost, true)))
		.orderBy(desc(users.createdAt), desc(users.id))
		.prepare()
	const oneHidden = (userId: UserId, driverId: UserId) =>
		and(eq(hiddenDrivers.userId, userId), eq(hiddenDrivers.driverId, driverId))

	return {
		homeDriversOf: (userId: UserId): HomeDriverRow[] => homeOf.all({ me: userId }),
		driverWithStats: (id: UserId): HomeDriverRow | undefined => withStats.get({ id }),
		driverIdsHiddenBy: (userId: UserId): UserId[] => hiddenBy.all({ me: userId }).map((row) => row.driverId),
		hiddenDriver: (userId: UserId, driverId: UserId) =>
			orm.select().from(hiddenDrivers).where(oneHidden(userId, driverId)).get(),
		hide: (userId: UserId, driverId: UserId) =>
			orm.insert(hiddenDrivers).values({ userId, driverId, hiddenAt: new Date() }).returning().get(),
		unhide: (userId: UserId, driverId: UserId) => orm.delete(hiddenDrivers).where(oneHidden(userId, driverId)).run(),

		ghostsCreatedBy: (userId: UserId): UserRow[] => ghostsOf.all({ me: userId }),
		unclaimedGhostCount: (userId: UserId): number =>
			orm
				.select({ count: count() })
				.from(users)
				.where(and(eq(users.createdById, userId), isNotNull(users.ghostClaimToken), isNull(users.claimedById)))
				.get()?.count ?? 0,
		userById: (id: UserId): UserRow | undefined => orm.select().from(users).where(eq(users.id, id)).get(),
		/** The new one is for the ghost's creator only: whoever had the one before may have rated. */
		replaceClaimToken: (ghostId: UserId, ghostClaimToken: string) =>
			orm.update(users).set({ ghostClaimToken, isTokenForCreatorOnly: true }).where(eq(users.id, ghostId)).run(),
		insertGhost: (row: typeof users.$inferInsert): UserRow => orm.insert(users).values(row).returning().get(),
	}
}
