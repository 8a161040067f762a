import type { UserId } from '#contract/ids.ts'
import type { PasskeyAnswer, Proof } from '#contract/proofs.ts'
import type { Context } from '#server/context.ts'
import type { AskedAt } from '#server/http/addresses/own-addresses.ts'
import type { Received } from '#server/http/calls/route.ts'
import { Refusal } from '#server/http/problems.ts'
import { confirmedPassword } from './password-check.ts'

/** From where a browser asks. `session`: how the database knows the one it has. */
export type Asking = { session: string | null; address: string; askedAt: AskedAt }

export const askingOf = ({
	browser,
	address,
	askedAt,
}: Pick<Received<never>, 'browser' | 'address' | 'askedAt'>): Asking => ({
	session: browser.session(),
	address,
	askedAt,
})

/** Throws where a proof is wrong. Answers a check to run inside the write: what was shown may have gone meanwhile. */
type ProofCheck<Shown> = (me: UserId, shown: Shown, from: Asking) => Promise<() => void>

export type ProofChecks = { passkey: ProofCheck<PasskeyAnswer>; oidc: ProofCheck<true> }

/** `password`: as forms have sent it since before there were other proofs, in the field of that name. */
type Shown = { proof: Proof | undefined; password?: string | undefined; field?: string }

export type Prove = ProofCheck<Shown>

/** Before every act for which being signed in is not enough: the phone may be unlocked in other hands. */
export const createProofs =
	(context: Context, checks: ProofChecks): Prove =>
	(me, { proof, password = '', field = 'password' }, from) => {
		const typed = (text: string) => confirmedPassword(context, { me, password: text, field, address: from.address })
		if (!proof) return typed(password)
		if ('password' in proof) return typed(proof.password)
		return 'passkey' in proof ? checks.passkey(me, proof.passkey, from) : checks.oidc(me, proof.oidc, from)
	}

export const notProven = () =>
	new Refusal({ status: 403, code: 'not_proven', message: 'That did not show that it is you. Once more?' })
