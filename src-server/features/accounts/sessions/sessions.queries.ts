import { and, desc, eq, gt, ne, notInArray, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { accessTokens, sessions, users } from '#db/schema.ts'

export type SessionRow = typeof sessions.$inferSelect

export type FoundSession = Pick<SessionRow, 'userId' | 'createdAt' | 'lastUsedAt' | 'expiresAt'>

/** `onDeleted` runs after commit and closes the connections of deleted sessions. */
export function sessionQueries({ orm, prepareRows, afterCommit }: Database, onDeleted: () => void) {
	const { userId, createdAt, lastUsedAt, expiresAt } = sessions
	const byHash = prepareRows({ userId, createdAt, lastUsedAt, expiresAt }, (selection) =>
		orm
			.select(selection)
			.from(sessions)
			.where(eq(sessions.tokenHash, sql.placeholder('tokenHash'))),
	)
	return {
		sessionByHash: (tokenHash: string): FoundSession | undefined => byHash.get({ tokenHash }),
		insertSession: (row: typeof sessions.$inferInsert) => orm.insert(sessions).values(row).run(),
		renewSession: (tokenHash: string, lastUsedAt: Date, expiresAt: Date) =>
			orm.update(sessions).set({ lastUsedAt, expiresAt }).where(eq(sessions.tokenHash, tokenHash)).run(),
		touchSession: (tokenHash: string, lastUsedAt: Date) =>
			orm.update(sessions).set({ lastUsedAt }).where(eq(sessions.tokenHash, tokenHash)).run(),
		/** `day` is the start of the day in UTC. */
		seenOn: (userId: UserId, day: Date) => orm.update(users).set({ lastSeenOn: day }).where(eq(users.id, userId)).run(),
		deleteSession: (tokenHash: string) => {
			orm.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).run()
			afterCommit(onDeleted)
		},
		liveSessionsOf: (userId: UserId, at: Date): SessionRow[] =>
			orm
				.select()
				.from(sessions)
				.where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, at)))
				.orderBy(desc(sessions.createdAt), desc(sql`rowid`))
				.all(),
		/** Together, so that nothing that ends the one forgets the other. */
		deleteSessionsAndTokensOf: (userId: UserId) => {
			orm.delete(sessions).where(eq(sessions.userId, userId)).run()
			orm.delete(accessTokens).where(eq(accessTokens.userId, userId)).run()
			afterCommit(onDeleted)
		},
		deleteSessionsBut: (userId: UserId, tokenHash: string) => {
			orm
				.delete(sessions)
				.where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, tokenHash)))
				.run()
			afterCommit(onDeleted)
		},
		deleteAllButNewest: (userId: UserId, kept: number) => {
			const newest = orm
				.select({ tokenHash: sessions.tokenHash })
				.from(sessions)
				.where(eq(sessions.userId, userId))
				.orderBy(desc(sessions.lastUsedAt), desc(sql`rowid`))
				.limit(kept)
			orm
				.delete(sessions)
				.where(and(eq(sessions.userId, userId), notInArray(sessions.tokenHash, newest)))
				.run()
			afterCommit(onDeleted)
		},
	}
}
