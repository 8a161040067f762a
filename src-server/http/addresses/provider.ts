import { CALLBACK_PAGE } from '#contract/oidc.ts'
import type { Config } from '#server/settings/config.ts'
import { sharedAddress } from './own-addresses.ts'

type OfProvider = Pick<Config, 'oidcIssuer' | 'oidcName'>

/** What people call the provider that they may log in with; null without one. */
export const providerName = ({ oidcIssuer, oidcName }: OfProvider): string | null =>
	oidcIssuer && (oidcName ?? oidcIssuer.host)

/** Where it sends people back to, which its own settings must name; null without one. */
export const redirectUri = (config: Parameters<typeof sharedAddress>[0] & Pick<Config, 'oidcIssuer'>): string | null =>
	config.oidcIssuer === null ? null : `${sharedAddress(config)}${CALLBACK_PAGE}`
