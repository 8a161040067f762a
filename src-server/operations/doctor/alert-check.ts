import { readAlertMemory } from '#server/operations/alerts/due-alerts.ts'
import { alertAddressesIn } from '#server/settings/alert-addresses.ts'
import type { Config } from '#server/settings/config.ts'
import { type Finding, ok, warning } from './finding.ts'

const ABOUT = 'Alerts'

/** Empty if the operator has configured no alerts. */
export function checkAlerts({ alertUrl, dataDir }: Pick<Config, 'alertUrl' | 'dataDir'>): Finding[] {
	if (alertUrl === null) return []
	const to = [...new Set(alertAddressesIn(alertUrl).map(({ shown }) => shown))].join(', ')
	const { last } = readAlertMemory(dataDir)
	if (!last) return [ok(ABOUT, `go to ${to}; none was sent yet`)]
	const day = new Date(last.at).toISOString().slice(0, 10)
	return last.missed.length === 0
		? [ok(ABOUT, `go to ${to}; the last one arrived on ${day}`)]
		: [
				warning(
					ABOUT,
					`The last one, on ${day}, did not arrive at ${last.missed.join(', ')}.`,
					'Try it: backseat alert test',
				),
			]
}
