import type { Context } from '#server/context.ts'
import { Refusal } from '#server/http/problems.ts'
import { shellWord } from '#server/log/printable-text.ts'
import type { UserRow } from './users.queries.ts'

/**
 * Call inside the write, so that two hosts demoting each other cannot both succeed. The desktop edition's owner is always
 * host.
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

/** Printed at start if accounts exist but none is host, for example after restoring an old backup. */
export function hostlessNotes({ queries, config: { dataDir } }: Context, name = 'NAME'): string[] {
	if (!queries.invites.hasMembers() || queries.hosts.hasHost()) return []
	return [
		`Nobody here is a host. Make one, who can then look after this Backseat in a browser: backseat user host ${name} on --data-dir ${shellWord(dataDir)}`,
	]
}

export function firstAccountNotes(context: Context, { id, username }: { id: number; username: string }): string[] {
	if (context.isDesktop || context.queries.hosts.hasMembersBesides(id)) return []
	return hostlessNotes(context, username)
}
