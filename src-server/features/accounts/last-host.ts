import type { Context } from '#server/context.ts'
import { refusal } from '#server/http/problems.ts'
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
	throw refusal({
		status: 409,
		reason: 'last_host',
		params: { name: username },
	})
}

/** Printed at each start, and after each sign-up with the new member's name, while there are members but no host. */
export function hostlessNotes({ queries, config: { dataDir }, isDesktop }: Context, name = 'NAME'): string[] {
	if (isDesktop || queries.hosts.hasHost() || !queries.hosts.hasMembersBesides(0)) return []
	return [
		`Nobody is host yet. This makes ${name} host, who then looks after this Backseat in a browser: backseat user host ${name} on --data-dir ${shellWord(dataDir)}`,
	]
}
