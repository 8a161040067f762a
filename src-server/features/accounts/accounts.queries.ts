import { and, desc, eq, exists, or, sql } from 'drizzle-orm'
import type { RatingId, UserId } from '#contract/ids.ts'
import { DEMO_DRIVER_ID, GUEST_ID } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { ratings, users } from '#db/schema.ts'
import type { UserRow } from './user-views.ts'

export type NewUserRow = typeof users.$inferInsert

/** Not an id: rows have ids from 1 on. */
const NOBODY = 0

/** Users as rows. Built-in rows are found by id like all others; who may see them is the services' business. */
export function accountQueries({ orm }: Database) {
	const byId = orm
		.select()
		.from(users)
		.where(eq(users.id, sql.placeholder('id')))
		.prepare()
	const byUsername = orm
		.select()
		.from(users)
		.where(sql`lower(${users.username}) = lower(${sql.placeholder('username')})`)
		.prepare()

	const isMember = and(eq(users.isGhost, false), sql`${users.id} not in (${GUEST_ID}, ${DEMO_DRIVER_ID})`)
	const ratedByMe = exists(
		orm
			.select({ one: sql`1` })
			.from(ratings)
			.where(and(eq(ratings.raterId, sql.placeholder('me')), eq(ratings.driverId, users.id))),
	)
	const membersAndGhostsOf = orm
		.select()
		.from(users)
		.where(or(isMember, and(eq(users.isGhost, true), or(eq(users.createdById, sql.placeholder('me')), ratedByMe))))
		.orderBy(desc(users.createdAt), desc(users.id))
		.limit(sql.placeholder('limit'))
		.prepare()
	const contains = (column: typeof users.username | typeof users.displayName) =>
		sql`instr(lower(${column}), lower(${sql.placeholder('text')})) > 0`
	const membersMatching = orm
		.select()
		.from(users)
		.where(and(isMember, or(contains(users.username), contains(users.displayName))))
		.orderBy(sql`lower(${users.username}) <> lower(${sql.placeholder('text')})`, users.username)
		.limit(sql.placeholder('limit'))
		.prepare()

	const newestRatingOf = orm
		.select({ id: ratings.wireId })
		.from(ratings)
		.where(eq(ratings.driverId, sql.placeholder('driverId')))
		.orderBy(desc(ratings.id))
		.limit(1)
		.prepare()
	const ratedBy = orm
		.select({ id: ratings.id })
		.from(ratings)
		.where(
			and(
				eq(ratings.driverId, sql.placeholder('driverId')),
				or(eq(ratings.raterId, sql.placeholder('raterId')), eq(ratings.guestKey, sql.placeholder('guestKey'))),
			),
		)
		.limit(1)
		.prepare()

	return {
		userById: (id: UserId): UserRow | undefined => byId.get({ id }),
		userByUsername: (username: string): UserRow | undefined => byUsername.get({ username }),
		/** Every member, and the ghosts that this member created or rated; newest first. */
		membersAndGhostsOf: (me: UserId, limit: number): UserRow[] => membersAndGhostsOf.all({ me, limit }),
		/** Members whose username or display name contains the text, an exact username first. */
		membersMatching: (text: string, limit: number): UserRow[] => membersMatching.all({ text, limit }),
		newestRatingIdOf: (driverId: UserId): RatingId | null => newestRatingOf.get({ driverId })?.id ?? null,
		/** Whether this member or this guest's browser has a rating on the driver. */
		hasRated: (driverId: UserId, rater: { userId: UserId | null; guestKey: string | null }): boolean =>
			ratedBy.get({ driverId, raterId: rater.userId ?? NOBODY, guestKey: rater.guestKey ?? '' }) !== undefined,

		insertUser: (row: NewUserRow): UserRow => orm.insert(users).values(row).returning().get(),
		rename: (id: UserId, username: string): UserRow | undefined =>
			orm.update(users).set({ username, displayName: username }).where(eq(users.id, id)).returning().get(),
		/** What is undefined stays as it is; something must be there. */
		changeMember: (
			id: UserId,
			change: Partial<Pick<NewUserRow, 'avatarId' | 'displayName' | 'email'>>,
		): UserRow | undefined => orm.update(users).set(change).where(eq(users.id, id)).returning().get(),
		setPasswordHash: (id: UserId, passwordHash: string) =>
			orm.update(users).set({ passwordHash }).where(eq(users.id, id)).run(),
		markRatingsSeen: (id: UserId, lastSeenRatingId: RatingId | null) =>
			orm.update(users).set({ isLatestRatingsSeen: true, lastSeenRatingId }).where(eq(users.id, id)).run(),
	}
}
