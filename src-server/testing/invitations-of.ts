import type { Context } from '#server/context.ts'
import { invitationService, type NewInvite } from '#server/features/host/invitations/invitations.service.ts'
import { TERMINAL } from '#server/features/journal/journal.ts'

/** Makes and revokes invitations as a command would. By default, an invitation has unlimited uses and no end. */
export function invitationsOf(context: Context) {
	const { create, revoke, all } = invitationService(context)
	return {
		invite: (special: Partial<NewInvite> = {}) =>
			create(TERMINAL, { note: null, maxUses: null, lifetimeMs: null, ...special }),
		revoke: (id: number) => revoke(TERMINAL, id),
		all,
	}
}
