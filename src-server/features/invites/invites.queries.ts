import { and, desc, eq, gt, isNull, lt, lte, notExists, or, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { invites, users } from '#db/schema.ts'

export type InviteRow = typeof invites.$inferSelect

/** Set-up links work in every sign-up mode, until there is a host. */
export type SignUpAttempt = { tokenHash: string; isClosed: boolean; at: Date }

export function inviteQueries({ orm }: Database) {
	// Literal, because SQLite uses a partial index only if it sees the condition's value.
	const aHost = orm.select({ id: users.id }).from(users).where(sql`${users.isHost} = 1`).limit(1)

	/** One condition for both looking up and using a link, so that they cannot disagree. */
	const isValidFor = ({ tokenHash, isClosed, at }: SignUpAttempt) =>
		and(
			eq(invites.tokenHash, tokenHash),
			isNull(invites.revokedAt),
			or(isNull(invites.expiresAt), gt(invites.expiresAt, at)),
			or(isNull(invites.maxUses), lt(invites.uses, invites.maxUses)),
			or(and(eq(invites.isSetup, true), notExists(aHost)), isClosed ? undefined : eq(invites.isSetup, false)),
		)
	const isInForce = isNull(invites.revokedAt)
	const lifetimeMs = sql`${invites.expiresAt} - ${invites.createdAt}`

	return {
		openInvite: (attempt: SignUpAttempt): InviteRow | undefined =>
			orm.select().from(invites).where(isValidFor(attempt)).get(),
		countUse: (attempt: SignUpAttempt): Pick<InviteRow, 'isSetup'> | undefined =>
			orm
				.update(invites)
				.set({ uses: sql`${invites.uses} + 1` })
				.where(isValidFor(attempt))
				.returning({ isSetup: invites.isSetup })
				.get(),
		isSetupToken: (tokenHash: string): boolean =>
			orm
				.select({ id: invites.id })
				.from(invites)
				.where(and(eq(invites.tokenHash, tokenHash), eq(invites.isSetup, true)))
				.get() !== undefined,

		insertInvite: (row: typeof invites.$inferInsert): InviteRow => orm.insert(invites).values(row).returning().get(),
		invitesNewestFirst: (before: number, limit: number): InviteRow[] =>
			orm
				.select()
				.from(invites)
				.where(and(lt(invites.id, before), eq(invites.isSetup, false)))
				.orderBy(desc(invites.id))
				.limit(limit)
				.all(),
		inviteById: (id: number): InviteRow | undefined =>
			orm
				.select()
				.from(invites)
				.where(and(eq(invites.id, id), eq(invites.isSetup, false)))
				.get(),
		revokeInvite: (id: number, revokedAt: Date) =>
			orm
				.update(invites)
				.set({ revokedAt })
				.where(and(eq(invites.id, id), eq(invites.isSetup, false), isInForce))
				.run(),
		/** Lifetime separates links made at start from links made by command. */
		revokeSetupLinks: (revokedAt: Date, { areLong, thanMs }: { areLong: boolean; thanMs: number }) =>
			orm
				.update(invites)
				.set({ revokedAt })
				.where(and(eq(invites.isSetup, true), isInForce, areLong ? gt(lifetimeMs, thanMs) : lte(lifetimeMs, thanMs)))
				.run(),
	}
}
