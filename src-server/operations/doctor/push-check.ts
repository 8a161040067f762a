import { marked } from '#contract/text.ts'
import type { Config } from '#server/settings/config.ts'
import { type Finding, ok, warning } from './finding.ts'

const ABOUT = marked('Phones').text

/** Empty if the operator has disabled push. */
export function checkPush({
	pushContact,
	publicUrl,
	tlsCert,
}: Pick<Config, 'pushContact' | 'publicUrl' | 'tlsCert'>): Finding[] {
	if (pushContact === null) return []
	if (publicUrl?.protocol === 'https:' || tlsCert !== null)
		return [ok(ABOUT, marked('can ring; push services may write to {contact}', { contact: pushContact }))]
	return [
		warning(
			ABOUT,
			marked('None can ring: browsers let only https addresses do that.'),
			marked('Set public-url to an https address, or take push-contact out.'),
		),
	]
}
