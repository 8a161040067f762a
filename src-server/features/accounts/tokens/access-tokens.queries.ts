import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { accessTokens } from '#db/schema.ts'

export type AccessTokenRow = typeof accessTokens.$inferSelect

export function accessTokenQueries({ orm, prepareRows }: Database) {
	const { id, userId, lastUsedOn, tokenHash } = accessTokens
	const byHash = prepareRows({ id, userId, lastUsedOn }, (selection) =>
		orm
			.select(selection)
			.from(accessTokens)
			.where(eq(tokenHash, sql.placeholder('tokenHash'))),
	)
	return {
		tokenByHash: (hash: string): Pick<AccessTokenRow, 'id' | 'userId' | 'lastUsedOn'> | undefined =>
			byHash.get({ tokenHash: hash }),
		tokensOf: (member: UserId): AccessTokenRow[] =>
			orm.select().from(accessTokens).where(eq(userId, member)).orderBy(asc(accessTokens.createdAt), asc(id)).all(),
		tokenCounts: (members: readonly UserId[]): { userId: UserId; count: number }[] =>
			orm
				.select({ userId, count: count() })
				.from(accessTokens)
				.where(sql`${userId} in (select value from json_each(${JSON.stringify(members)}))`)
				.groupBy(userId)
				.all(),
		insertToken: (row: typeof accessTokens.$inferInsert): AccessTokenRow =>
			orm.insert(accessTokens).values(row).returning().get(),
		noteUse: (token: number, day: Date) => orm.update(accessTokens).set({ lastUsedOn: day }).where(eq(id, token)).run(),
		deleteToken: (token: number, member: UserId): boolean =>
			orm
				.delete(accessTokens)
				.where(and(eq(id, token), eq(userId, member)))
				.returning({ id })
				.get() !== undefined,
	}
}
