import { type Invitation, listInvitations, makeInvitation, revokeInvitation } from '#contract/host/invitations.ts'
import { route } from '#server/http/calls/route.ts'
import type { InvitationService, Invite } from './invitations.service.ts'

const DAY_MS = 86_400_000

export const hostInvitationsRoutes = ({ invitations }: { invitations: InvitationService }) => [
	route(listInvitations, ({ query }) => {
		const { invites, hasMore } = invitations.page(query.before)
		return { invitations: invites.map(invitationView), hasMore }
	}),
	route(makeInvitation, ({ me, body: { note, uses, days } }) => {
		const lifetimeMs = days === null ? null : days * DAY_MS
		const { token, ...made } = invitations.create({ by: 'host', id: me }, { note, maxUses: uses, lifetimeMs })
		return { ...invitationView(made), token }
	}),
	route(revokeInvitation, ({ me, params }) => invitationView(invitations.revoke({ by: 'host', id: me }, params.id))),
]

const invitationView = ({ id, note, uses, maxUses, state, createdAt, expiresAt }: Invite): Invitation => ({
	id,
	note,
	uses,
	maxUses,
	state,
	createdAt: createdAt.toISOString(),
	expiresAt: expiresAt?.toISOString() ?? null,
})
