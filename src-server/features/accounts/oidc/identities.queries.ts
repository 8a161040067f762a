import { and, asc, eq } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { linkedIdentities } from '#db/schema.ts'

export type IdentityRow = typeof linkedIdentities.$inferSelect

/** Who a member is elsewhere: at a provider, or for a proxy. */
export function identityQueries({ orm }: Database) {
	const called = (issuer: string, subject: string) =>
		and(eq(linkedIdentities.issuer, issuer), eq(linkedIdentities.subject, subject))
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
		/** Undefined where this member has none there. */
		deleteIdentity: (userId: UserId, issuer: string): IdentityRow | undefined =>
			orm
				.delete(linkedIdentities)
				.where(and(eq(linkedIdentities.userId, userId), eq(linkedIdentities.issuer, issuer)))
				.returning()
				.get(),
	}
}
