import type { UserId } from '#contract/ids.ts'
import type { PasskeyAnswer, Proof } from '#contract/proofs.ts'
import type { Context } from '#server/context.ts'
import type { RequestOrigin } from '#server/http/addresses/own-addresses.ts'
import type { Received } from '#server/http/calls/route.ts'
import { notAllowed } from '#server/http/problems.ts'
import { confirmedPassword } from './password-check.ts'

/** `session` is the stored hash of the session token. */
export type ProofRequest = { session: string | null; address: string; requestOrigin: RequestOrigin }

export const proofRequestOf = ({
	browser,
	address,
	requestOrigin,
}: Pick<Received<never>, 'browser' | 'address' | 'requestOrigin'>): ProofRequest => ({
	session: browser.session(),
	address,
	requestOrigin,
})

/**
 * Throws if the proof is wrong. The returned check runs inside the write, because the credential may be removed
 * meanwhile.
 */
type ProofCheck<Shown> = (me: UserId, shown: Shown, from: ProofRequest) => Promise<() => void>

export type ProofChecks = { passkey: ProofCheck<PasskeyAnswer>; oidc: ProofCheck<true> }

/** `password` is the older form field, still sent by clients without `proof`. */
type Shown = { proof: Proof | undefined; password?: string | undefined; field?: string }

export type Prove = ProofCheck<Shown>

/** Confirms sensitive acts, because an unlocked phone may be in another person's hands. */
export const createProofs =
	(context: Context, checks: ProofChecks): Prove =>
	(me, { proof, password = '', field = 'password' }, from) => {
		const typed = (text: string) => confirmedPassword(context, { me, password: text, field, address: from.address })
		if (!proof) return typed(password)
		if ('password' in proof) return typed(proof.password)
		return 'passkey' in proof ? checks.passkey(me, proof.passkey, from) : checks.oidc(me, proof.oidc, from)
	}

export const notProven = () => notAllowed('not_proven')
