import { and, count, eq, gte, isNull, max, ne, notInArray, sql, sum } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import { DEMO_DRIVER_ID, GUEST_ID } from '#contract/known-ids.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { isMemberRow } from '#db/member.ts'
import { backupChecks, ratingDays, sessions, trips, users } from '#db/schema.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'

export function hostQueries({ orm }: Database) {
	// Literal, because SQLite uses a partial index only if it sees the condition's value.
	const isHost = sql`${users.isHost} = 1`
	const host = lazyStatement(() =>
		orm
			.select({ id: users.id })
			.from(users)
			.where(and(eq(users.id, sql.placeholder('id')), isHost)),
	)
	const confirmedAt = lazyStatement(() =>
		orm
			.select({ confirmedAt: sessions.confirmedAt })
			.from(sessions)
			.where(eq(sessions.tokenHash, sql.placeholder('tokenHash'))),
	)
	return {
		isHost: (id: UserId): boolean => host.get({ id }) !== undefined,
		hasHost: (besides: UserId = 0): boolean =>
			orm
				.select({ id: users.id })
				.from(users)
				.where(and(isHost, ne(users.id, besides)))
				.limit(1)
				.get() !== undefined,
		hasMembersBesides: (id: UserId): boolean =>
			orm
				.select({ id: users.id })
				.from(users)
				.where(and(isMemberRow, ne(users.id, id)))
				.limit(1)
				.get() !== undefined,
		setHost: (id: UserId, isHostNow: boolean) =>
			orm.update(users).set({ isHost: isHostNow }).where(eq(users.id, id)).run(),
		forgetConfirmations: (id: UserId) =>
			orm.update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, id)).run(),
		confirmedAt: (tokenHash: string): Date | null => confirmedAt.get({ tokenHash })?.confirmedAt ?? null,
		confirm: (tokenHash: string, at: Date) =>
			orm.update(sessions).set({ confirmedAt: at }).where(eq(sessions.tokenHash, tokenHash)).run(),
	}
}

export type PersonRow = Pick<
	UserRow,
	'id' | 'username' | 'displayName' | 'avatarId' | 'createdAt' | 'lastSeenOn' | 'isHost'
>

/** Columns are listed one by one, so that none reveals ratings given. */
export function peopleQueries({ orm, prepareRows }: Database) {
	const { placeholder } = sql
	const { id, username, displayName, avatarId, createdAt, lastSeenOn, isHost } = users
	const byName = sql`lower(${username})`
	const after = prepareRows({ id, username, displayName, avatarId, createdAt, lastSeenOn, isHost }, (selection) =>
		orm
			.select(selection)
			.from(users)
			.where(
				and(
					// Literal, because SQLite uses a partial index only if it sees the condition's value.
					sql`${users.isGhost} = 0`,
					notInArray(id, [GUEST_ID, DEMO_DRIVER_ID]),
					sql`${byName} > lower(${placeholder('name')})`,
				),
			)
			.orderBy(byName)
			.limit(placeholder('limit')),
	)
	return {
		peopleAfter: (name: string, limit: number): PersonRow[] => after.all({ name, limit }),
	}
}

const DAY_MS = 86_400_000

export function overviewQueries({ orm }: Database) {
	const countIf = (condition: ReturnType<typeof and>) => sql<number>`count(case when ${condition} then 1 end)`
	return {
		newcomersSince: (moment: Date): { people: number; ghosts: number } =>
			orm
				.select({
					people: countIf(eq(users.isGhost, false)),
					ghosts: countIf(and(eq(users.isGhost, true), isNull(users.claimedById))),
				})
				.from(users)
				.where(and(gte(users.createdAt, moment), notInArray(users.id, [GUEST_ID, DEMO_DRIVER_ID])))
				.get() ?? { people: 0, ghosts: 0 },
		/** `sinceDay` is in days since 1970. */
		ratings(sinceDay: number): { all: number; since: number } {
			const isSince = gte(ratingDays.day, sinceDay)
			const found = orm
				.select({
					all: sum(ratingDays.ratings),
					since: sql<number>`sum(case when ${isSince} then ${ratingDays.ratings} end)`,
				})
				.from(ratingDays)
				.get()
			return { all: Number(found?.all ?? 0), since: found?.since ?? 0 }
		},
		trips: (): number => orm.select({ count: count() }).from(trips).get()?.count ?? 0,
		/**
		 * The last day with activity, to compare with the clock. Only the day, because the finding about a wrong clock
		 * shows it.
		 */
		newestDay(): Date | null {
			const rated =
				orm
					.select({ day: max(ratingDays.day) })
					.from(ratingDays)
					.get()?.day ?? 0
			const came =
				orm
					.select({ at: max(users.createdAt) })
					.from(users)
					.get()
					?.at?.getTime() ?? 0
			const day = Math.max(rated, Math.floor(came / DAY_MS))
			return day > 0 ? new Date(day * DAY_MS) : null
		},
	}
}

export function backupCheckQueries({ orm }: Database) {
	return {
		allChecks: () => orm.select().from(backupChecks).all(),
		setVerified: (name: string, verifiedAt: Date) =>
			orm
				.insert(backupChecks)
				.values({ name, verifiedAt })
				.onConflictDoUpdate({ target: backupChecks.name, set: { verifiedAt } })
				.run(),
		forgetCheck: (name: string) => orm.delete(backupChecks).where(eq(backupChecks.name, name)).run(),
		forgetAllBut: (names: string[]) => orm.delete(backupChecks).where(notInArray(backupChecks.name, names)).run(),
	}
}
