import { and, count, desc, eq, ne, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import { DEMO_DRIVER_ID } from '#contract/known-ids.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { driverStats, hiddenDrivers, ratings, users } from '#db/schema.ts'
import type { PublicUserRow } from '#server/features/accounts/users.queries.ts'

/** A guest's list is not streamed, so it is capped. */
const GUESTS_LIST_MAX = 500

const OTHERS_SHOWN = 12

/** Below this many ratings the query takes at most 1 ms. */
const LONG_FROM_RATINGS = 1000

export type HomeDriverRow = PublicUserRow & { starSum: number | null; totalRides: number | null }
/** `lastRated` is the row id of the newest verdict, a sort key; 0 without one, negative if a moved person gave it elsewhere. */
export type OwnDriverRow = HomeDriverRow & { lastRated: number }

export function homeQueries({ orm, prepareRows }: Database) {
	const me = sql.placeholder('me')
	const { id, username, displayName, avatarId, isGhost, claimedById } = users
	const { starSum, totalRides } = driverStats
	const shown = { id, username, displayName, avatarId, isGhost, claimedById, starSum, totalRides }
	/** A placeholder is always the rater's only rating of that driver. */
	const lastRated = sql`case when state = 1 then 0 else id end`
	/*
	 * Drivers the member rated or created, without hidden ones and the member. A claimed ghost appears as its claimer, who
	 * has its ratings.
	 */
	const homeOf = prepareRows({ ...shown, lastRated: sql<number>`mine.last` }, (selection) =>
		orm
			.select(selection)
			.from(users)
			.innerJoin(
				sql`(
					select driver_id, max(at) as last from (
						select driver_id, ${lastRated} as at from ratings where id in (
							select max(id) from ratings where rater_id = ${me} group by driver_id)
						union all
						select coalesce(claimed_by_id, id), 0 from users where created_by_id = ${me} and is_ghost = 1
					) group by driver_id
				) as mine`,
				sql`mine.driver_id = ${users.id}`,
			)
			.leftJoin(driverStats, eq(driverStats.driverId, users.id))
			.where(
				sql`${users.id} <> ${me} and not exists (
					select 1 from hidden_drivers where user_id = ${me} and driver_id = ${users.id})`,
			),
	)
	const ratedByGuest = prepareRows({ ...shown, lastRated: sql<number>`mine.last` }, (selection) =>
		orm
			.select(selection)
			.from(users)
			.innerJoin(
				sql`(select driver_id, max(id) as last from ratings where guest_key = ${sql.placeholder('guestKey')}
					and driver_id <> ${sql.raw(String(DEMO_DRIVER_ID))} group by driver_id) as mine`,
				sql`mine.driver_id = ${users.id}`,
			)
			.leftJoin(driverStats, eq(driverStats.driverId, users.id))
			.orderBy(sql`mine.last desc`)
			.limit(GUESTS_LIST_MAX),
	)
	const givenByGuest = lazyStatement(() =>
		orm
			.select({ count: count() })
			.from(ratings)
			.where(eq(ratings.guestKey, sql.placeholder('guestKey'))),
	)
	const isLong = lazyStatement(() =>
		orm
			.select({ id: ratings.id })
			.from(ratings)
			.where(eq(ratings.raterId, me))
			.orderBy(ratings.id)
			.limit(1)
			.offset(LONG_FROM_RATINGS),
	)
	const ratedAfter = lazyStatement(() =>
		orm
			.select({ driverId: ratings.driverId, lastRated: sql<number>`${lastRated}` })
			.from(ratings)
			.where(
				sql`${ratings.id} in (
					select max(id) from ratings where rater_id = ${me} and driver_id > ${sql.placeholder('after')}
					group by driver_id order by driver_id limit ${sql.placeholder('limit')})`,
			)
			.orderBy(ratings.driverId),
	)
	const byIds = prepareRows(shown, (selection) =>
		orm
			.select(selection)
			.from(users)
			.leftJoin(driverStats, eq(driverStats.driverId, users.id))
			.where(sql`${users.id} in (select value from json_each(${sql.placeholder('ids')}))`),
	)
	const withStats = prepareRows(shown, (selection) =>
		orm
			.select(selection)
			.from(users)
			.leftJoin(driverStats, eq(driverStats.driverId, users.id))
			.where(eq(users.id, sql.placeholder('id'))),
	)

	const isHidden = sql`exists (select 1 from hidden_drivers where user_id = ${me} and driver_id = ${users.id})`
	const isRatedOrMade = sql`(exists (
			select 1 from ratings where rater_id = ${me} and driver_id = ${users.id}
		) or (${users.createdById} = ${me} and ${users.isGhost} = 1) or exists (
			select 1 from users as ghost where ghost.claimed_by_id = ${users.id} and ghost.created_by_id = ${me}))`
	const isListed = lazyStatement(() =>
		orm
			.select({ id: users.id })
			.from(users)
			.where(
				sql`${users.id} = ${sql.placeholder('driverId')} and ${users.id} <> ${me} and not ${isHidden} and ${isRatedOrMade}`,
			),
	)
	const others = prepareRows({ id, username, displayName, avatarId, isGhost, claimedById }, (selection) =>
		orm
			.select(selection)
			.from(users)
			.where(
				sql`${users.isGhost} = 0 and ${users.id} > ${sql.raw(String(DEMO_DRIVER_ID))} and ${users.id} <> ${me}
					and not ${isHidden} and not ${isRatedOrMade}`,
			)
			.orderBy(sql`lower(${username})`)
			.limit(OTHERS_SHOWN),
	)

	return {
		isInHomeOf: (userId: UserId, driverId: UserId): boolean => isListed.get({ me: userId, driverId }) !== undefined,
		/** By name: members who are neither on the list nor hidden. */
		othersOf: (userId: UserId): PublicUserRow[] => others.all({ me: userId }),
		homeDriversOf: (userId: UserId): OwnDriverRow[] => homeOf.all({ me: userId }),
		driversRatedByGuest: (guestKey: string): HomeDriverRow[] => ratedByGuest.all({ guestKey }),
		countGivenByGuest: (guestKey: string): number => givenByGuest.get({ guestKey })?.count ?? 0,
		/** True if `homeDriversOf` would block the event loop for too long. */
		isLongFor: (userId: UserId): boolean => isLong.get({ me: userId }) !== undefined,
		driversRatedAfter: (userId: UserId, page: { after: UserId; limit: number }) =>
			ratedAfter.all({ me: userId, ...page }),
		driversByIds: (ids: readonly UserId[]): HomeDriverRow[] => byIds.all({ ids: JSON.stringify(ids) }),
		driverWithStats: (id: UserId): HomeDriverRow | undefined => withStats.get({ id }),
	}
}

export function hiddenDriverQueries({ orm }: Database) {
	const hiddenBy = lazyStatement(() =>
		orm
			.select({ driverId: hiddenDrivers.driverId })
			.from(hiddenDrivers)
			.where(eq(hiddenDrivers.userId, sql.placeholder('userId')))
			.orderBy(desc(hiddenDrivers.id)),
	)
	const unhide = lazyStatement(() =>
		orm
			.delete(hiddenDrivers)
			.where(
				and(
					eq(hiddenDrivers.userId, sql.placeholder('userId')),
					eq(hiddenDrivers.driverId, sql.placeholder('driverId')),
				),
			),
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
