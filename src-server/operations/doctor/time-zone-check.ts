import { runningTimeZone } from '#server/process/running-address.ts'
import type { Config } from '#server/settings/config.ts'
import { serverTimeZone, zoneExpectedFor } from '#server/settings/time-zone.ts'
import { type Finding, ok, warning } from './finding.ts'

const ABOUT = 'Time zone'

/** Prefers the zone reported by a running server, whose environment differs from this command's. */
export function checkTimeZone(
	{ dataDir, timeZone }: Pick<Config, 'dataDir' | 'timeZone'>,
	now: Date,
	server = serverTimeZone(),
): Finding {
	const running = runningTimeZone(dataDir)
	if (running !== null) return ok(ABOUT, `${running}, says the running server: ${timeIn(running, now)} there now`)
	const { zone, by, misunderstood } = timeZone === null ? server : { zone: timeZone, by: 'time-zone' }
	if (misunderstood !== undefined)
		return warning(
			ABOUT,
			`The variable TZ is ${JSON.stringify(misunderstood)}, which names no time zone, so ${zone} is used.`,
			`Set TZ or time-zone to ${zoneExpectedFor(misunderstood)}.`,
		)
	return ok(ABOUT, `${zone}, from ${by}: ${timeIn(zone, now)} there now`)
}

const timeIn = (zone: string, now: Date) =>
	Temporal.Instant.fromEpochMilliseconds(now.getTime())
		.toZonedDateTimeISO(zone)
		.toPlainTime()
		.toString({ smallestUnit: 'minute' })
