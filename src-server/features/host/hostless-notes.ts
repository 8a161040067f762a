import type { Context } from '#server/context.ts'

/** What a start prints where there are accounts and none of them is host: after a restore, or before there were hosts. */
export function hostlessNotes({ queries }: Context): string[] {
	if (!queries.invites.hasMembers() || queries.hosts.hasHost()) return []
	return [
		'Nobody here is a host. Make one, who can then look after this Backseat in a browser: backseat user host NAME on',
	]
}
