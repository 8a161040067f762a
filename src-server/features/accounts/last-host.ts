import type { Context } from '#server/context.ts'
import { Refusal } from '#server/http/problems.ts'
import { shellWord } from '#server/log/printable-text.ts'
import type { UserRow } from './users.queries.ts'

/**
 * A host must be there for those who have accounts. Within the write that removes or unmakes this member: of two
 * hosts who do so to each other at once, one stays. In the desktop edition the person at that computer is host anyway.
 */
export function refuseLastHost(
	{ queries: { hosts }, isDesktop }: Pick<Context, 'queries' | 'isDesktop'>,
	{ id, username, isHost }: UserRow,
) {
	if (isDesktop || !isHost || hosts.hasHost(id) || !hosts.hasMembersBesides(id)) return
	throw new Refusal({
		status: 409,
		code: 'last_host',
		message: `${username} is the only host here. Make somebody else host first.`,
	})
}

/** What a start prints where there are accounts and none of them is host: after a restore, or before there were hosts. */
export function hostlessNotes({ queries, config: { dataDir } }: Context, name = 'NAME'): string[] {
	if (!queries.invites.hasMembers() || queries.hosts.hasHost()) return []
	return [
		`Nobody here is a host. Make one, who can then look after this Backseat in a browser: backseat user host ${name} on --data-dir ${shellWord(dataDir)}`,
	]
}

/** The same after the first account was made without the set-up link. In the desktop edition its window has a host. */
export function firstAccountNotes(context: Context, { id, username }: { id: number; username: string }): string[] {
	if (context.isDesktop || context.queries.hosts.hasMembersBesides(id)) return []
	return hostlessNotes(context, username)
}
