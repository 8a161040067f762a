import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { hashOfIdentity, noteRemoved } from '#db/removed-ways-in.ts'
import { linkedIdentities } from '#db/schema.ts'
import { spellingsOf } from './issuers.ts'

export type IdentityRow = typeof linkedIdentities.$inferSelect

export function identityQueries({ orm }: Database) {
	const called = (issuer: string, subject: string) =>
		and(inArray(linkedIdentities.issuer, spellingsOf(issuer)), eq(linkedIdentities.subject, subject))
	const deleteWhere = (which: SQL | undefined, at: Date): IdentityRow[] => {
		const deleted = orm.delete(linkedIdentities).where(which).returning().all()
		noteRemoved({ orm }, deleted.map(hashOfIdentity), at)
		return deleted
	}
	return {
		identity: (issuer: string, subject: string): IdentityRow | undefined =>
			orm.select().from(linkedIdentities).where(called(issuer, subject)).get(),
		identitiesOf: (userId: UserId): IdentityRow[] =>
			orm
				.select()
				.from(linkedIdentities)
				.where(eq(linkedIdentities.userId, userId))
				.orderBy(asc(linkedIdentities.issuer))
				.all(),
		insertIdentity: (row: typeof linkedIdentities.$inferInsert) => orm.insert(linkedIdentities).values(row).run(),
		noteUseOf: (issuer: string, subject: string, lastUsedOn: Date) =>
			orm.update(linkedIdentities).set({ lastUsedOn }).where(called(issuer, subject)).run(),
		deleteIdentity: (userId: UserId, issuer: string, at: Date): IdentityRow | undefined => {
			const isThis = inArray(linkedIdentities.issuer, spellingsOf(issuer))
			return deleteWhere(and(eq(linkedIdentities.userId, userId), isThis), at)[0]
		},
		deleteIdentitiesOf: (userId: UserId, at: Date) => void deleteWhere(eq(linkedIdentities.userId, userId), at),
		issuersOf: (userIds: readonly UserId[]): { userId: UserId; issuer: string }[] =>
			orm
				.select({ userId: linkedIdentities.userId, issuer: linkedIdentities.issuer })
				.from(linkedIdentities)
				.where(sql`${linkedIdentities.userId} in (select value from json_each(${JSON.stringify(userIds)}))`)
				.orderBy(asc(linkedIdentities.issuer))
				.all(),
	}
}
