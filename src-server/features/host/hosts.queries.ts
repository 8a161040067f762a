import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { sessions, users } from '#db/schema.ts'

/** Who is host, and which of their sessions may change something. */
export function hostQueries({ orm }: Database) {
	// As the index of hosts says it: SQLite does not know what a placeholder will be.
	const isHost = sql`${users.isHost} = 1`
	const host = lazyStatement(() =>
		orm
			.select({ id: users.id })
			.from(users)
			.where(and(eq(users.id, sql.placeholder('id')), isHost))
			.prepare(),
	)
	const confirmedAt = lazyStatement(() =>
		orm
			.select({ confirmedAt: sessions.confirmedAt })
			.from(sessions)
			.where(eq(sessions.tokenHash, sql.placeholder('tokenHash')))
			.prepare(),
	)
	return {
		isHost: (id: UserId): boolean => host.get({ id }) !== undefined,
		/** Whether there is a host; `besides`: another one than this. */
		hasHost: (besides: UserId = 0): boolean =>
			orm
				.select({ id: users.id })
				.from(users)
				.where(and(isHost, ne(users.id, besides)))
				.limit(1)
				.get() !== undefined,
		/** Whether anybody else can sign in. */
		hasMembersBesides: (id: UserId): boolean =>
			orm
				.select({ id: users.id })
				.from(users)
				.where(and(isNotNull(users.passwordHash), ne(users.id, id)))
				.limit(1)
				.get() !== undefined,
		setHost: (id: UserId, isHostNow: boolean) =>
			orm.update(users).set({ isHost: isHostNow }).where(eq(users.id, id)).run(),
		/** In all of their sessions. */
		forgetConfirmations: (id: UserId) =>
			orm.update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, id)).run(),
		confirmedAt: (tokenHash: string): Date | null => confirmedAt.get({ tokenHash })?.confirmedAt ?? null,
		confirm: (tokenHash: string, at: Date) =>
			orm.update(sessions).set({ confirmedAt: at }).where(eq(sessions.tokenHash, tokenHash)).run(),
	}
}
