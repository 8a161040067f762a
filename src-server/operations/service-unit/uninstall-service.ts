import { existsSync, rmSync } from 'node:fs'
import type { ServicePlace } from './service-place.ts'
import { askSystemd, tellSystemd, UNIT } from './systemd.ts'

/** Stops the service and takes it away. Data, settings and user stay. Answers false when there was none. */
export function uninstallService(place: ServicePlace): boolean {
	if (!existsSync(place.unitFile)) return false
	tellSystemd(place, 'disable', '--now', UNIT)
	rmSync(place.unitFile)
	tellSystemd(place, 'daemon-reload')
	// Nothing to forget is no failure.
	askSystemd(place, 'reset-failed', UNIT)
	return true
}
