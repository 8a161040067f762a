import type { UserId } from '#contract/ids.ts'
import { recentTexts } from '#server/bounded-map.ts'
import type { Context } from '#server/context.ts'
import { notProven, type ProofChecks, type ProofRequest } from '#server/features/accounts/proofs.ts'
import { isProviderHere } from './issuers.ts'

const CONFIRMED_MAX = 10_000
const CONFIRMED_MS = 5 * 60_000

export type Confirmations = ReturnType<typeof createConfirmations>

export function createConfirmations({ queries, config, clock }: Context) {
	const confirmed = recentTexts(CONFIRMED_MAX, CONFIRMED_MS, () => clock.now().getTime())
	const refuseUnlinked = (me: UserId) => {
		const isLinked = queries.identities.identitiesOf(me).some(({ issuer }) => isProviderHere(issuer, config))
		if (!isLinked) throw notProven()
	}
	const prove: ProofChecks['oidc'] = async (me, _shown, { session }: ProofRequest) => {
		if (session === null || !confirmed.has(session)) throw notProven()
		refuseUnlinked(me)
		return () => refuseUnlinked(me)
	}
	return {
		confirm: confirmed.add,
		prove,
	}
}
