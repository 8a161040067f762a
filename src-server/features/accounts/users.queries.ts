import { and, asc, desc, eq, exists, getTableColumns, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { RatingId, UserId } from '#contract/ids.ts'
import { DEMO_DRIVER_ID, GUEST_ID } from '#contract/known-ids.ts'
import type { Database } from '#db/database.ts'
import { withFoldedName } from '#db/folded-name.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { isMemberRow } from '#db/member.ts'
import { RATING_STATE } from '#db/rating-state.ts'
import { driverStats, ratings, users } from '#db/schema.ts'

export type UserRow = typeof users.$inferSelect
export type PublicUserRow = Pick<UserRow, 'id' | 'username' | 'displayName' | 'avatarId' | 'isGhost' | 'claimedById'>
export type DriverRow = Pick<UserRow, 'id' | 'isGhost' | 'claimedById'>
export type NewUserRow = Omit<typeof users.$inferInsert, 'foldedDisplayName'>

export function userQueries({ orm, prepareRows }: Database) {
	const { placeholder } = sql
	const ghost = alias(users, 'ghost')
	const byId = prepareRows(getTableColumns(users), (selection) =>
		orm
			.select(selection)
			.from(users)
			.where(eq(users.id, placeholder('id'))),
	)
	const { id, isGhost, claimedById } = users
	const driverById = prepareRows({ id, isGhost, claimedById }, (selection) =>
		orm
			.select(selection)
			.from(users)
			.where(eq(users.id, placeholder('id'))),
	)
	const byUsername = lazyStatement(() =>
		orm
			.select()
			.from(users)
			.where(sql`lower(${users.username}) = lower(${placeholder('username')})`),
	)

	const newestMembers = lazyStatement(() =>
		orm
			.select()
			.from(users)
			.where(isMemberRow)
			.orderBy(desc(users.createdAt), desc(users.id))
			.limit(placeholder('limit')),
	)
	const newestGhostsOf = lazyStatement(() =>
		orm
			.select()
			.from(users)
			.where(
				and(
					eq(users.isGhost, true),
					sql`${users.id} in (select id from users where created_by_id = ${placeholder('me')}
						union select driver_id from ratings where rater_id = ${placeholder('me')})`,
				),
			)
			.orderBy(desc(users.createdAt), desc(users.id))
			.limit(placeholder('limit')),
	)
	const { username, foldedDisplayName } = users
	const membersWithPhrase = prepareRows({ id, username, foldedDisplayName }, (selection) =>
		orm
			.select(selection)
			.from(users)
			.where(
				and(
					isMemberRow,
					sql`${users.id} in (select rowid from users_search where users_search match ${placeholder('phrase')}
						and rowid > ${placeholder('from')} and rowid <= ${placeholder('to')} limit ${placeholder('limit')})`,
				),
			),
	)
	const firstTerm = lazyStatement(() =>
		orm
			.select({ term: sql<string>`term` })
			.from(sql`users_search_terms`)
			.where(sql`term >= ${placeholder('from')} and term < ${placeholder('before')}`)
			.limit(1),
	)
	const memberNamesAfter = prepareRows({ id, username, foldedDisplayName }, (selection) =>
		orm
			.select(selection)
			.from(users)
			.where(and(isMemberRow, sql`lower(${username}) > lower(${placeholder('name')})`))
			.orderBy(sql`lower(${username})`)
			.limit(placeholder('limit')),
	)
	const idAfter = lazyStatement(() =>
		orm
			.select({ id: users.id })
			.from(users)
			.where(sql`${users.id} > ${placeholder('from')}`)
			.orderBy(asc(users.id))
			.limit(1)
			.offset(placeholder('count')),
	)
	const notify = prepareRows({}, () =>
		orm
			.update(users)
			.set({
				lastRatingReceivedAt: sql`${placeholder('at')}`,
				lastRatingNotificationAt: sql`${placeholder('at')}`,
				isLatestRatingsSeen: false,
			})
			.where(eq(users.id, placeholder('driverId'))),
	)
	// Prepared, because deleting an account runs it for each driver the member rated.
	const refreshLastReceived = lazyStatement(() => {
		const newestOwn = orm
			.select({ at: ratings.createdAt })
			.from(ratings)
			.where(
				and(
					eq(ratings.driverId, placeholder('driverId')),
					isNull(ratings.claimedFromId),
					eq(ratings.state, RATING_STATE.verdict),
				),
			)
			.orderBy(desc(ratings.id))
			.limit(1)
		const newestClaim = orm
			.select({ at: sql`max(coalesce(${ghost.claimedAt}, ${ghost.createdAt}))` })
			.from(ghost)
			.where(
				and(
					eq(ghost.claimedById, placeholder('driverId')),
					exists(
						orm
							.select({ one: sql`1` })
							.from(ratings)
							.where(and(eq(ratings.claimedFromId, ghost.id), eq(ratings.state, RATING_STATE.verdict))),
					),
				),
			)
		const last = sql`nullif(max(coalesce((${newestOwn}), 0), coalesce((${newestClaim}), 0)), 0)`
		return orm
			.update(users)
			.set({ lastRatingReceivedAt: last, lastRatingNotificationAt: last })
			.where(eq(users.id, placeholder('driverId')))
	})

	return {
		userById: (id: UserId): UserRow | undefined => byId.get({ id }),
		userByUsername: (username: string): UserRow | undefined => byUsername.get({ username }),
		/** Resolves a claimed ghost to the member behind it. The guest is never a driver. */
		driverOrClaimer: (id: UserId): DriverRow | undefined => {
			const driver = id === GUEST_ID ? undefined : driverById.get({ id })
			return driver?.claimedById ? driverById.get({ id: driver.claimedById }) : driver
		},
		newestMembers: (limit: number): UserRow[] => newestMembers.all({ limit }),
		/** The ghosts that this member created or rated. */
		newestGhostsOf: (me: UserId, limit: number): UserRow[] => newestGhostsOf.all({ me, limit }),
		/** `phrase` is an FTS5 query, `from` is exclusive; unordered. */
		membersWithPhrase: (phrase: string, among: { from: UserId; to: UserId; limit: number }) =>
			membersWithPhrase.all({ phrase, ...among }),
		firstTerm: (from: string, before: string): string | undefined => firstTerm.get({ from, before })?.term,
		/** Compares case-insensitively; '' starts at the first name. */
		memberNamesAfter: (name: string, limit: number) => memberNamesAfter.all({ name, limit }),
		idAfter: (from: UserId, count: number): UserId | undefined => idAfter.get({ from, count })?.id,
		/** Omits how many ratings members gave: watching that number rise would reveal who just rated. */
		membersByName: () =>
			orm
				.select({
					id: users.id,
					username: users.username,
					email: users.email,
					isHost: users.isHost,
					createdAt: users.createdAt,
					ratingsReceived: sql<number>`coalesce(${driverStats.totalRides}, 0)`,
				})
				.from(users)
				.leftJoin(driverStats, eq(driverStats.driverId, users.id))
				.where(isMemberRow)
				.orderBy(asc(sql`lower(${users.username})`))
				.all(),
		hasPeople: (): boolean =>
			orm
				.select({ id: users.id })
				.from(users)
				.where(notInArray(users.id, [GUEST_ID, DEMO_DRIVER_ID]))
				.limit(1)
				.get() !== undefined,

		insertUser: (row: NewUserRow): UserRow => orm.insert(users).values(withFoldedName(row)).returning().get(),
		rename: (id: UserId, username: string): UserRow | undefined =>
			orm
				.update(users)
				.set(withFoldedName({ username, displayName: username }))
				.where(eq(users.id, id))
				.returning()
				.get(),
		changeMember: (
			id: UserId,
			change: Partial<Pick<NewUserRow, 'avatarId' | 'displayName' | 'email' | 'language'>>,
		): UserRow | undefined => orm.update(users).set(withFoldedName(change)).where(eq(users.id, id)).returning().get(),
		setPasswordHash: (id: UserId, passwordHash: string) =>
			orm.update(users).set({ passwordHash }).where(eq(users.id, id)).run(),
		notifyDriver: (driverId: UserId, at: Date) => notify.run({ driverId, at: at.getTime() }),
		/** Ratings that came with a claim count from the time of the claim. */
		refreshLastReceived: (driverId: UserId) => refreshLastReceived.run({ driverId }),
		markRatingsSeen: (id: UserId, lastSeenRatingId: RatingId | null) =>
			orm.update(users).set({ isLatestRatingsSeen: true, lastSeenRatingId }).where(eq(users.id, id)).run(),
		deleteUsers: (ids: UserId[]) => orm.delete(users).where(inArray(users.id, ids)).run(),
	}
}
