import { isPasskeyHost } from '#server/http/addresses/own-addresses.ts'
import type { Config } from '#server/settings/config.ts'
import { type Finding, ok, warning } from './finding.ts'

const ABOUT = 'Passkeys'

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
