import type { Context } from '#server/context.ts'
import { invalid, notFound } from '#server/http/problems.ts'
import { newLinkToken, tokenHash } from '#server/tokens.ts'
import type { InviteRow } from './invites.queries.ts'

const NOTE_MAX = 200

/** A new invitation. Null means: no note, unlimited uses, valid until it is revoked. */
export type NewInvite = { note: string | null; maxUses: number | null; expiresAt: Date | null }

/** An invitation as the operator sees it. Its link was shown once, when it was made. */
export type Invite = Pick<InviteRow, 'id' | 'note' | 'uses' | 'maxUses' | 'createdAt' | 'expiresAt' | 'revokedAt'> & {
	state: 'open' | 'used up' | 'expired' | 'revoked'
}

/** Invitations, for the operator. */
export function inviteService({ db, queries: { invites }, clock }: Context) {
	return {
		/** The token is for a link `/invite/{token}`; it cannot be shown a second time. */
		create({ note, maxUses, expiresAt }: NewInvite): { id: number; token: string } {
			const now = clock.now()
			if (note !== null && note.length > NOTE_MAX) throw invalid(`A note has at most ${NOTE_MAX} characters.`, 'note')
			if (maxUses !== null && !(Number.isSafeInteger(maxUses) && maxUses >= 1))
				throw invalid('An invitation is for one person or more.', 'maxUses')
			if (expiresAt !== null && !(expiresAt > now)) throw invalid('An invitation ends in the future.', 'expiresAt')
			const token = newLinkToken()
			const row = { note, maxUses, expiresAt, tokenHash: tokenHash(token), createdAt: now }
			return { id: db.write(() => invites.insertInvite(row)).id, token }
		},

		/** Newest first. */
		list(): Invite[] {
			const now = clock.now()
			return invites.invitesNewestFirst().map((row) => inviteView(row, now))
		},

		/** Accounts that were made with it stay. A second time changes nothing. */
		revoke(id: number): Invite {
			const now = clock.now()
			const row = db.write(() => {
				invites.revokeInvite(id, now)
				return invites.inviteById(id)
			})
			if (!row) throw notFound(`There is no invitation ${id}.`)
			return inviteView(row, now)
		},
	}
}

const inviteView = (row: InviteRow, now: Date): Invite => {
	const { id, note, uses, maxUses, createdAt, expiresAt, revokedAt } = row
	return { id, note, uses, maxUses, createdAt, expiresAt, revokedAt, state: stateOf(row, now) }
}

function stateOf({ uses, maxUses, expiresAt, revokedAt }: InviteRow, now: Date): Invite['state'] {
	if (revokedAt) return 'revoked'
	if (maxUses !== null && uses >= maxUses) return 'used up'
	return expiresAt && expiresAt <= now ? 'expired' : 'open'
}
