import type { UserId } from '#contract/ids.ts'
import { IDENTITIES_MAX } from '#contract/oidc.ts'
import type { Context } from '#server/context.ts'
import { refusal, taken } from '#server/http/problems.ts'
import type { IdentityRow } from './identities.queries.ts'
import { spellingsOf } from './issuers.ts'

export type Identity = Pick<IdentityRow, 'issuer' | 'subject' | 'name'>

type Keeping = Pick<Context, 'queries' | 'clock'>

export function keepIdentity({ queries, clock }: Keeping, userId: UserId, { issuer, subject, name }: Identity) {
	const found = queries.identities.identity(issuer, subject)
	if (found?.userId === userId) return
	if (found) throw taken('identity_taken')
	const own = queries.identities.identitiesOf(userId)
	if (own.some((identity) => spellingsOf(issuer).includes(identity.issuer))) throw taken('identity_in_the_way')
	if (own.length >= IDENTITIES_MAX) throw tooManyIdentities()
	queries.identities.insertIdentity({ issuer, subject, userId, name, linkedAt: clock.now() })
}

export function noteUse({ queries, clock }: Keeping, { issuer, subject }: Identity) {
	const day = `${clock.now().toISOString().slice(0, 10)}T00:00:00.000Z`
	queries.identities.noteUseOf(issuer, subject, new Date(day))
}

const tooManyIdentities = () =>
	refusal({
		status: 409,
		code: 'too_many',
		reason: 'too_many_identities',
		params: { max: IDENTITIES_MAX },
	})
