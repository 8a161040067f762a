import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { removedWaysIn } from './schema.ts'

/**
 * The entry in `removed_ways_in` for a passkey or linked identity. It is a plain function because a restore computes it for
 * a file that has no query modules.
 */
export const hashOfPasskey = (credentialId: string): string => Bun.SHA256.hash(`passkey ${credentialId}`, 'hex')

/** Ignores a trailing slash of the issuer. */
export const hashOfIdentity = ({ issuer, subject }: { issuer: string; subject: string }): string =>
	Bun.SHA256.hash(`identity ${issuer.replace(/\/$/, '')} ${subject}`, 'hex')

/**
 * Records removed credentials, so that a restore of an older backup removes them again. Call within the write that
 * removes them.
 */
export function noteRemoved({ orm }: Pick<Database, 'orm'>, hashes: readonly string[], removedAt: Date) {
	if (hashes.length === 0) return
	orm
		.insert(removedWaysIn)
		.values(hashes.map((hash) => ({ hash, removedAt })))
		.onConflictDoUpdate({ target: removedWaysIn.hash, set: { removedAt: sql`excluded.removed_at` } })
		.run()
}
