import type { UserId } from '#contract/ids.ts'
import { PROXY_ISSUER } from '#contract/oidc.ts'
import type { Context } from '#server/context.ts'
import { isPasskeyHost } from '#server/http/addresses/own-addresses.ts'
import { providerName } from '#server/http/addresses/provider.ts'
import { Refusal } from '#server/http/problems.ts'
import type { Config } from '#server/settings/config.ts'
import { isProviderHere } from './oidc/issuers.ts'

/**
 * Refuses what would leave a member without a way in; called within the write, after it, so that of two at once one
 * fails. What opens nothing any more does not count: a passkey of a name that this instance has no longer, or an account at
 * a provider that it asks no longer.
 */
export function refuseToLockOut({ queries, config }: Pick<Context, 'queries' | 'config'>, me: UserId) {
	const hasPassword = config.passwordLogin && (queries.users.userById(me)?.passwordHash ?? null) !== null
	const hasPasskey = queries.passkeys.passkeysOf(me).some(({ rpId }) => isPasskeyHost(rpId, config))
	const isConnected = queries.identities.identitiesOf(me).some(({ issuer }) => opensHere(issuer, config))
	if (!hasPassword && !hasPasskey && !isConnected)
		throw new Refusal({
			status: 409,
			code: 'last_way_in',
			message: 'This is your last key. Set a password first, or you lock yourself out of the car.',
		})
}

/** Whether what a provider or the proxy says opens anything here now. */
const opensHere = (issuer: string, config: Pick<Config, 'oidcIssuer' | 'proxyUserHeader'>) =>
	issuer === PROXY_ISSUER ? config.proxyUserHeader !== null : isProviderHere(issuer, config)

/** Where only what others say opens accounts. In the window of the desktop app passwords go on working. */
export function refusePasswords(config: Config, { isDesktopWindow = false } = {}) {
	if (config.passwordLogin || isDesktopWindow) return
	throw new Refusal({
		status: 403,
		code: 'password_log_in_off',
		message: `Passwords open nothing here. Log in with ${providerName(config)}.`,
	})
}
