import type { UserId } from '#contract/ids.ts'
import { PROXY_ISSUER } from '#contract/oidc.ts'
import type { Context } from '#server/context.ts'
import { isPasskeyHost } from '#server/http/addresses/own-addresses.ts'
import { providerName } from '#server/http/addresses/provider.ts'
import { conflict, refusal } from '#server/http/problems.ts'
import type { Config } from '#server/settings/config.ts'
import { isProviderHere } from './oidc/issuers.ts'

/**
 * Call inside the write, after the change, so that one of two concurrent removals fails. Passkeys of an old host name and
 * identities of an old provider do not count.
 */
export function refuseToLockOut({ queries, config }: Pick<Context, 'queries' | 'config'>, me: UserId) {
	const hasPassword = config.passwordLogin && (queries.users.userById(me)?.passwordHash ?? null) !== null
	const hasPasskey = queries.passkeys.passkeysOf(me).some(({ rpId }) => isPasskeyHost(rpId, config))
	const isConnected = queries.identities.identitiesOf(me).some(({ issuer }) => opensHere(issuer, config))
	if (!hasPassword && !hasPasskey && !isConnected) throw conflict('last_way_in')
}

const opensHere = (issuer: string, config: Pick<Config, 'oidcIssuer' | 'proxyUserHeader'>) =>
	issuer === PROXY_ISSUER ? config.proxyUserHeader !== null : isProviderHere(issuer, config)

/** The desktop window keeps password log-in where it is otherwise disabled. */
export function refusePasswords(config: Config, { isDesktopWindow = false } = {}) {
	if (config.passwordLogin || isDesktopWindow) return
	throw refusal({
		status: 403,
		reason: 'password_log_in_off',
		params: { name: providerName(config) ?? '' },
	})
}
