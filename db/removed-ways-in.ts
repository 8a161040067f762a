import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { removedWaysIn } from './schema.ts'

/**
 * What stands in `removed_ways_in` of a passkey or a connected account. Also called where no query module may be used: on
 * a file that is about to be restored.
 */
export const hashOfPasskey = (credentialId: string): string => Bun.SHA256.hash(`passkey ${credentialId}`, 'hex')

/** The same for an issuer with and without the slash at its end. */
export const hashOfIdentity = ({ issuer, subject }: { issuer: string; subject: string }): string =>
	Bun.SHA256.hash(`identity ${issuer.replace(/\/$/, '')} ${subject}`, 'hex')

/** So that a restored backup which still has them loses them again. Called within the write that removes them. */
export function noteRemoved({ orm }: Pick<Database, 'orm'>, hashes: readonly string[], removedAt: Date) {
	if (hashes.length === 0) return
	orm
		.insert(removedWaysIn)
		.values(hashes.map((hash) => ({ hash, removedAt })))
		.onConflictDoUpdate({ target: removedWaysIn.hash, set: { removedAt: sql`excluded.removed_at` } })
		.run()
}
