import { PASSKEYS_MAX } from '#contract/passkeys.ts'
import type { Context } from '#server/context.ts'
import { notProven } from '#server/features/accounts/proofs.ts'
import { refusal, taken } from '#server/http/problems.ts'
import type { MadePasskey, PasskeyChecks } from './passkey-checks.ts'
import type { PasskeyRow } from './passkeys.queries.ts'

/** Call inside the write that creates or changes the account. */
export function keepPasskey(
	{ queries, clock }: Pick<Context, 'queries' | 'clock'>,
	made: MadePasskey,
	label: string,
): PasskeyRow {
	if (queries.passkeys.passkeyById(made.credentialId)) throw taken('passkey_taken', 'response')
	if (queries.passkeys.passkeysOf(made.userId).length >= PASSKEYS_MAX) throw tooManyPasskeys()
	return queries.passkeys.insertPasskey({ ...made, label, createdAt: clock.now() })
}

export const tooManyPasskeys = () =>
	refusal({
		status: 409,
		code: 'too_many',
		reason: 'too_many_passkeys',
		params: { max: PASSKEYS_MAX },
	})

/** Throws if the passkey was removed since it was looked up. */
export function noteUse(
	{ queries, clock }: Pick<Context, 'queries' | 'clock'>,
	{ passkey, ...use }: Awaited<ReturnType<PasskeyChecks['used']>>,
) {
	if (!queries.passkeys.passkeyById(passkey.credentialId)) throw notProven()
	const day = `${clock.now().toISOString().slice(0, 10)}T00:00:00.000Z`
	queries.passkeys.noteUse(passkey.credentialId, { ...use, lastUsedOn: new Date(day) })
}
