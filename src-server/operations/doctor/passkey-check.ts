import { marked } from '#contract/text.ts'
import { hostReader } from '#server/http/addresses/host-names.ts'
import {
	addressForPeopleHere,
	isPasskeyHost,
	relyingParty,
	sharedAddress,
} from '#server/http/addresses/own-addresses.ts'
import type { Config } from '#server/settings/config.ts'
import { advice, type Finding, ok, warning } from './finding.ts'

const ABOUT = marked('Passkeys').text

/** Settings hides passkeys where they cannot work; this says why. */
export function checkPasskeyAddress(config: Config): Finding {
	const address = sharedAddress(config) ?? (config.listen === null ? addressForPeopleHere(config) : null)
	const origin = address === null ? null : new URL(address).origin
	if (origin !== null && offersPasskeys(config, new URL(origin)))
		return ok(ABOUT, marked('offered at {origin}; other addresses may not have them', { origin }))
	return advice(
		ABOUT,
		origin === null
			? marked('Not offered: browsers allow them only at an https address with a name, not a number, or at localhost.')
			: marked(
					'Not offered at {origin}: browsers allow them only at an https address with a name, not a number, or at localhost.',
					{ origin },
				),
		marked('Set public-url to such an address, for example https://rides.example.org.'),
	)
}

const offersPasskeys = (config: Config, { host, protocol }: URL) =>
	relyingParty(config, { host: hostReader(config)(host), isHttps: protocol === 'https:' }) !== null

export type PasskeyHost = { host: string; members: number }

/** Passkeys work only at the host name they were created for. Empty if there are none. */
export const checkPasskeys = (found: readonly PasskeyHost[], config: Pick<Config, 'publicUrl'>): Finding[] =>
	found.map(({ host, members }) => {
		const people = members === 1 ? '1 person' : `${members} people`
		return isPasskeyHost(host, config)
			? ok(ABOUT, `${people} with a passkey for ${host}; under another name it opens nothing`)
			: warning(
					ABOUT,
					`${people} with a passkey for ${host}, where this instance is not any more: it opens nothing.`,
					'Set --public-url to that name again, or give them new keys: backseat user reset-password NAME',
				)
	})
