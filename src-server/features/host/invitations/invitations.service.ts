import { NOTE_TOO_LONG, USES_TOO_FEW } from '#contract/field-messages.ts'
import {
	type Invitation,
	type InvitationState,
	listInvitations,
	makeInvitation,
	NOTE_MAX,
	revokeInvitation,
} from '#contract/host/invitations.ts'
import type { Context } from '#server/context.ts'
import type { InviteRow } from '#server/features/invites/invites.queries.ts'
import { type Actor, asHost, noteInJournal } from '#server/features/journal/journal.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { notFound, Refusal } from '#server/http/problems.ts'
import { PAGE_AND_ONE, pageOf } from '#server/list-page.ts'
import { newLinkToken, tokenHash } from '#server/tokens.ts'

const DAY_MS = 86_400_000

export type NewInvite = { note: string | null; maxUses: number | null; lifetimeMs: number | null }

/** Omits the token, which is shown once, when the invitation is made. */
export type Invite = Pick<InviteRow, 'id' | 'note' | 'uses' | 'maxUses' | 'createdAt' | 'expiresAt' | 'revokedAt'> & {
	state: InvitationState
}

export function invitationService(context: Context) {
	const {
		db,
		queries: { invites },
		clock,
	} = context

	return {
		create(actor: Actor, { note, maxUses, lifetimeMs }: NewInvite): Invite & { token: string } {
			const createdAt = clock.now()
			if (note !== null && note.length > NOTE_MAX) throw Refusal.inTerminal(NOTE_TOO_LONG)
			if (maxUses !== null && !(Number.isSafeInteger(maxUses) && maxUses >= 1)) throw Refusal.inTerminal(USES_TOO_FEW)
			if (lifetimeMs !== null && !(lifetimeMs > 0)) throw Refusal.inTerminal('An invitation ends in the future.')
			const expiresAt = lifetimeMs === null ? null : new Date(createdAt.getTime() + lifetimeMs)
			const token = newLinkToken()
			const row = db.write(() => {
				const made = invites.insertInvite({ note, maxUses, expiresAt, tokenHash: tokenHash(token), createdAt })
				noteInJournal(context, actor, { act: 'invitation_made', detail: String(made.id) })
				return made
			})
			return { ...inviteView(row, createdAt), token }
		},

		page(before: number | null | undefined): { invites: Invite[]; hasMore: boolean } {
			const now = clock.now()
			const { rows, last } = pageOf(invites.invitesNewestFirst(before ?? Number.MAX_SAFE_INTEGER, PAGE_AND_ONE))
			return { invites: rows.map((row) => inviteView(row, now)), hasMore: last !== null }
		},

		all(): Invite[] {
			const now = clock.now()
			return invites.invitesNewestFirst(Number.MAX_SAFE_INTEGER, -1).map((row) => inviteView(row, now))
		},

		/** Accounts made with it stay. Repeating this changes nothing. */
		revoke(actor: Actor, id: number): Invite {
			const revokedAt = clock.now()
			return db.write(() => {
				const row = invites.inviteById(id)
				if (!row) throw notFound({ reason: 'invitation_not_found', params: { id } })
				if (row.revokedAt) return inviteView(row, revokedAt)
				invites.revokeInvite(id, revokedAt)
				noteInJournal(context, actor, { act: 'invitation_revoked', detail: String(id) })
				return inviteView({ ...row, revokedAt }, revokedAt)
			})
		},
	}
}

const inviteView = (row: InviteRow, now: Date): Invite => {
	const { id, note, uses, maxUses, createdAt, expiresAt, revokedAt } = row
	return { id, note, uses, maxUses, createdAt, expiresAt, revokedAt, state: stateOf(row, now) }
}

function stateOf({ uses, maxUses, expiresAt, revokedAt }: InviteRow, now: Date): InvitationState {
	if (revokedAt) return 'revoked'
	if (maxUses !== null && uses >= maxUses) return 'used_up'
	return expiresAt && expiresAt <= now ? 'expired' : 'open'
}

export function invitationFeature(context: Context): Feature {
	const invitations = invitationService(context)
	const limited = { limit: context.limits.smallWrites }
	return {
		routes: [
			route(listInvitations, ({ query }) => {
				const { invites, hasMore } = invitations.page(query.before)
				return { invitations: invites.map(invitationView), hasMore }
			}),
			route(
				makeInvitation,
				({ me, body: { note, uses, days } }) => {
					const lifetimeMs = days === null ? null : days * DAY_MS
					const { token, ...made } = invitations.create(asHost(me), { note, maxUses: uses, lifetimeMs })
					return { ...invitationView(made), token }
				},
				limited,
			),
			route(revokeInvitation, ({ me, params }) => invitationView(invitations.revoke(asHost(me), params.id)), limited),
		],
	}
}

const invitationView = ({ id, note, uses, maxUses, state, createdAt, expiresAt }: Invite): Invitation => ({
	id,
	note,
	uses,
	maxUses,
	state,
	createdAt: createdAt.toISOString(),
	expiresAt: expiresAt?.toISOString() ?? null,
})
