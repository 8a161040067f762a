import { CALLBACK_PAGE } from '#contract/oidc.ts'
import type { Config } from '#server/settings/config.ts'
import { publicAddress } from './own-addresses.ts'

type OfProvider = Pick<Config, 'oidcIssuer' | 'oidcName'>

export const providerName = ({ oidcIssuer, oidcName }: OfProvider): string | null =>
	oidcIssuer && (oidcName ?? oidcIssuer.host)

export const redirectUri = ({
	oidcIssuer,
	publicUrl,
	basePath,
}: Pick<Config, 'oidcIssuer' | 'publicUrl' | 'basePath'>): string | null =>
	oidcIssuer && publicUrl && publicAddress(publicUrl, { basePath }) + CALLBACK_PAGE
