import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import { isPasskeyHost } from '#server/http/addresses/own-addresses.ts'
import { Refusal } from '#server/http/problems.ts'

/**
 * Refuses what would leave a member without a way in; called within the write, after it, so that of two at once one
 * fails. What opens nothing any more does not count: a passkey of a name that this instance has no longer.
 */
export function refuseToLockOut({ queries, config }: Pick<Context, 'queries' | 'config'>, me: UserId) {
	const hasPassword = (queries.users.userById(me)?.passwordHash ?? null) !== null
	const hasPasskey = queries.passkeys.passkeysOf(me).some(({ rpId }) => isPasskeyHost(rpId, config))
	if (!hasPassword && !hasPasskey)
		throw new Refusal({
			status: 409,
			code: 'last_way_in',
			message: 'This is your last key. Set a password first, or you lock yourself out of the car.',
		})
}
