import { and, notInArray, sql } from 'drizzle-orm'
import { DEMO_DRIVER_ID, GUEST_ID } from '#contract/ids.ts'
import { users } from './schema.ts'

/**
 * A member is who can sign in, with a password or without: neither a ghost nor one of the two built-in rows. The same rule
 * for a row that was read, for queries, and for SQL over a file of any version.
 */
export const isMember = ({ id, isGhost }: { id: number; isGhost: boolean }): boolean =>
	!isGhost && id !== GUEST_ID && id !== DEMO_DRIVER_ID

/** Written as the index `users_members_by_name` says it: SQLite does not know what a placeholder will be. */
export const isMemberRow = and(sql`${users.isGhost} = 0`, notInArray(users.id, [GUEST_ID, DEMO_DRIVER_ID]))

export const MEMBERS_SQL = `is_ghost = 0 AND id NOT IN (${GUEST_ID}, ${DEMO_DRIVER_ID})`
