import { and, notInArray, sql } from 'drizzle-orm'
import { DEMO_DRIVER_ID, GUEST_ID } from '#contract/known-ids.ts'
import { users } from './schema.ts'

/**
 * Members can sign in, with or without a password; ghosts and the two built-in rows cannot. The rule exists for rows in
 * memory, for queries, and for SQL over a file of any version.
 */
export const isMember = ({ id, isGhost }: { id: number; isGhost: boolean }): boolean =>
	!isGhost && id !== GUEST_ID && id !== DEMO_DRIVER_ID

/** Repeats the condition of the index `users_members_by_name`, because SQLite cannot match a placeholder to it. */
export const isMemberRow = and(sql`${users.isGhost} = 0`, notInArray(users.id, [GUEST_ID, DEMO_DRIVER_ID]))

export const MEMBERS_SQL = `is_ghost = 0 AND id NOT IN (${GUEST_ID}, ${DEMO_DRIVER_ID})`
