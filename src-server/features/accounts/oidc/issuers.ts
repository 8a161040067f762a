import { PROXY_ISSUER } from '#contract/oidc.ts'
import { providerName } from '#server/http/addresses/provider.ts'
import type { Config } from '#server/settings/config.ts'

/** Operators and providers disagree about the trailing slash, so both spellings count as one issuer. */
export function spellingsOf(issuer: string): [string, ...string[]] {
	if (issuer === PROXY_ISSUER) return [issuer]
	return issuer.endsWith('/') ? [issuer, issuer.slice(0, -1)] : [issuer, `${issuer}/`]
}

export const isProviderHere = (issuer: string, { oidcIssuer }: Pick<Config, 'oidcIssuer'>): boolean =>
	oidcIssuer !== null && spellingsOf(oidcIssuer.href).includes(issuer)

export const issuerInWords = (issuer: string, config: Pick<Config, 'oidcIssuer' | 'oidcName'>): string =>
	(isProviderHere(issuer, config) ? providerName(config) : URL.parse(issuer)?.host) ?? issuer
