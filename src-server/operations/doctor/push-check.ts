import type { Config } from '#server/settings/config.ts'
import { type Finding, ok, warning } from './finding.ts'

const ABOUT = 'Phones'

/** Empty if the operator has disabled push. */
export function checkPush({
	pushContact,
	publicUrl,
	tlsCert,
}: Pick<Config, 'pushContact' | 'publicUrl' | 'tlsCert'>): Finding[] {
	if (pushContact === null) return []
	if (publicUrl?.protocol === 'https:' || tlsCert !== null)
		return [ok(ABOUT, `can ring; push services may write to ${pushContact}`)]
	return [
		warning(
			ABOUT,
			'None can ring: browsers let only https addresses do that.',
			'Set public-url to an https address, or take push-contact out.',
		),
	]
}
