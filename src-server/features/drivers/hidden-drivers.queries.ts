import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { hiddenDrivers } from '#db/schema.ts'

export function hiddenDriverQueries({ orm }: Database) {
	const hiddenBy = lazyStatement(() =>
		orm
			.select({ driverId: hiddenDrivers.driverId })
			.from(hiddenDrivers)
			.where(eq(hiddenDrivers.userId, sql.placeholder('userId')))
			.orderBy(desc(hiddenDrivers.id))
			.prepare(),
	)
	const unhide = lazyStatement(() =>
		orm
			.delete(hiddenDrivers)
			.where(
				and(
					eq(hiddenDrivers.userId, sql.placeholder('userId')),
					eq(hiddenDrivers.driverId, sql.placeholder('driverId')),
				),
			)
			.prepare(),
	)

	return {
		driverIdsHiddenBy: (userId: UserId): UserId[] => hiddenBy.all({ userId }).map((row) => row.driverId),
		hiddenDriver: (userId: UserId, driverId: UserId) =>
			orm
				.select()
				.from(hiddenDrivers)
				.where(and(eq(hiddenDrivers.userId, userId), eq(hiddenDrivers.driverId, driverId)))
				.get(),

		hide: (userId: UserId, driverId: UserId, hiddenAt: Date) =>
			orm.insert(hiddenDrivers).values({ userId, driverId, hiddenAt }).returning().get(),
		unhide: (userId: UserId, driverId: UserId) => unhide.run({ userId, driverId }),
		/** Whoever had hidden the one has hidden the other, too. */
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
	}
}
