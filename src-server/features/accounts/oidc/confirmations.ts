import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import { type Asking, notProven, type ProofChecks } from '#server/features/accounts/proofs.ts'
import { isProviderHere } from './issuers.ts'

const CONFIRMED_MAX = 10_000
const CONFIRMED_MS = 5 * 60_000

export type Confirmations = ReturnType<typeof createConfirmations>

export function createConfirmations({ queries, config, clock }: Context) {
	const confirmed = new Map<string, number>()
	const refuseUnlinked = (me: UserId) => {
		const isLinked = queries.identities.identitiesOf(me).some(({ issuer }) => isProviderHere(issuer, config))
		if (!isLinked) throw notProven()
	}
	const prove: ProofChecks['oidc'] = async (me, _shown, { session }: Asking) => {
		const until = session === null ? undefined : confirmed.get(session)
		if (until === undefined || until <= clock.now().getTime()) throw notProven()
		refuseUnlinked(me)
		return () => refuseUnlinked(me)
	}
	return {
		confirm(session: string) {
			confirmed.delete(session)
			confirmed.set(session, clock.now().getTime() + CONFIRMED_MS)
			if (confirmed.size > CONFIRMED_MAX) for (const oldest of confirmed.keys()) if (confirmed.delete(oldest)) break
		},
		prove,
	}
}
