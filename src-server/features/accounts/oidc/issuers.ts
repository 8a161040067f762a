import { PROXY_ISSUER } from '#contract/oidc.ts'
import { providerName } from '#server/http/addresses/provider.ts'
import type { Config } from '#server/settings/config.ts'

/**
 * An issuer as it may be written: operators add or leave out the slash at its end, and providers are not of one mind
 * either. Both name one provider.
 */
export function spellingsOf(issuer: string): [string, ...string[]] {
	if (issuer === PROXY_ISSUER) return [issuer]
	return issuer.endsWith('/') ? [issuer, issuer.slice(0, -1)] : [issuer, `${issuer}/`]
}

/** Whether it is the provider that members log in with now. */
export const isProviderHere = (issuer: string, { oidcIssuer }: Pick<Config, 'oidcIssuer'>): boolean =>
	oidcIssuer !== null && spellingsOf(oidcIssuer.href).includes(issuer)

/** What people read of an issuer; a provider that was exchanged for another is called by its host. */
export const issuerInWords = (issuer: string, config: Pick<Config, 'oidcIssuer' | 'oidcName'>): string =>
	(isProviderHere(issuer, config) ? providerName(config) : URL.parse(issuer)?.host) ?? issuer
