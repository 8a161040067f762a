import type { UserId } from '#contract/ids.ts'
import { IDENTITIES_MAX } from '#contract/oidc.ts'
import type { Context } from '#server/context.ts'
import { Refusal, taken } from '#server/http/problems.ts'
import type { IdentityRow } from './identities.queries.ts'
import { spellingsOf } from './issuers.ts'

export type Identity = Pick<IdentityRow, 'issuer' | 'subject' | 'name'>

type Keeping = Pick<Context, 'queries' | 'clock'>

export function keepIdentity({ queries, clock }: Keeping, userId: UserId, { issuer, subject, name }: Identity) {
	const found = queries.identities.identity(issuer, subject)
	if (found?.userId === userId) return
	if (found) throw taken('Another account here is connected to that one.')
	const own = queries.identities.identitiesOf(userId)
	if (own.some((identity) => spellingsOf(issuer).includes(identity.issuer)))
		throw taken('You are connected to another account there. Disconnect that one first.')
	if (own.length >= IDENTITIES_MAX) throw tooManyIdentities()
	queries.identities.insertIdentity({ issuer, subject, userId, name, linkedAt: clock.now() })
}

export function noteUse({ queries, clock }: Keeping, { issuer, subject }: Identity) {
	const day = `${clock.now().toISOString().slice(0, 10)}T00:00:00.000Z`
	queries.identities.noteUseOf(issuer, subject, new Date(day))
}

const tooManyIdentities = () =>
	new Refusal({
		status: 409,
		code: 'too_many',
		message: `You are connected to ${IDENTITIES_MAX} accounts elsewhere, and more do not fit on the key ring. Disconnect one first.`,
	})
