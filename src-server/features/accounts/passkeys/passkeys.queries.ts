import { and, asc, countDistinct, desc, eq, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { hashOfPasskey, noteRemoved } from '#db/removed-ways-in.ts'
import { passkeys } from '#db/schema.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

export function passkeyQueries({ orm }: Database) {
	const ofMember = (credentialId: string, userId: UserId) =>
		and(eq(passkeys.credentialId, credentialId), eq(passkeys.userId, userId))
	return {
		passkeyById: (credentialId: string): PasskeyRow | undefined =>
			orm.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).get(),
		passkeysOf: (userId: UserId): PasskeyRow[] =>
			orm.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(sql`rowid`)).all(),
		insertPasskey: (row: typeof passkeys.$inferInsert): PasskeyRow =>
			orm.insert(passkeys).values(row).returning().get(),
		noteUse: (credentialId: string, use: Pick<PasskeyRow, 'signCount' | 'isBackedUp' | 'lastUsedOn'>) =>
			orm.update(passkeys).set(use).where(eq(passkeys.credentialId, credentialId)).run(),
		renamePasskey: (credentialId: string, userId: UserId, label: string): PasskeyRow | undefined =>
			orm.update(passkeys).set({ label }).where(ofMember(credentialId, userId)).returning().get(),
		deletePasskey: (credentialId: string, userId: UserId, at: Date): PasskeyRow | undefined => {
			const deleted = orm.delete(passkeys).where(ofMember(credentialId, userId)).returning().get()
			if (deleted) noteRemoved({ orm }, [hashOfPasskey(credentialId)], at)
			return deleted
		},
		deletePasskeysOf: (userId: UserId, at: Date) => {
			const deleted = orm.delete(passkeys).where(eq(passkeys.userId, userId)).returning().all()
			noteRemoved(
				{ orm },
				deleted.map(({ credentialId }) => hashOfPasskey(credentialId)),
				at,
			)
		},
		membersByHost: (): { host: string; members: number }[] => {
			const members = countDistinct(passkeys.userId)
			return orm
				.select({ host: passkeys.rpId, members })
				.from(passkeys)
				.groupBy(passkeys.rpId)
				.orderBy(desc(members))
				.all()
		},
	}
}
