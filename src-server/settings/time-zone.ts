import { readFileSync, readlinkSync } from 'node:fs'

export type TimeZoneInUse = {
	zone: string
	by: string
	misunderstood?: string
}

/** The canonical IANA name of a zone; null for anything else, including offsets, which have no daylight saving time. */
export function zoneNamed(text: string): string | null {
	const name = text
		.trim()
		// The C library accepts ':Europe/Berlin' and paths into its database.
		.replace(/^:/, '')
		.replace(/^\/.*\/zoneinfo\//, '')
		.replaceAll(' ', '_')
	if (!/^[A-Za-z]/.test(name)) return null
	try {
		return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
	} catch {
		return null
	}
}

const OFFSET = /^(?:UTC|GMT)?\s*([+-])0?(\d{1,2})(?::?00)?$/i

export function zoneExpectedFor(text: string): string {
	const wanted = text.trim().replaceAll(' ', '_').toLowerCase()
	const [, sign, hours = ''] = OFFSET.exec(text.trim()) ?? []
	const fixed = zoneNamed(`Etc/GMT${sign === '+' ? '-' : '+'}${hours}`)
	if (sign && fixed)
		return `the IANA name of a time zone such as Europe/Berlin; an offset has no summer time, and without one UTC${sign}${hours} is ${fixed}`
	const meant = Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase().endsWith(`/${wanted}`))
	return meant ? `the IANA name of a time zone, such as ${meant}` : 'the IANA name of a time zone such as Europe/Berlin'
}

export type Machine = {
	env: { TZ?: string | undefined }
	linkAt: (path: string) => string | null
	textIn: (path: string) => string | null
	found: () => string
}

export const thisMachine: Machine = {
	env: process.env,
	linkAt: (path) => orNull(() => readlinkSync(path)),
	textIn: (path) => orNull(() => readFileSync(path, 'utf8')),
	found: () => Temporal.Now.timeZoneId(),
}

const LOCAL_TIME = '/etc/localtime'
/** Used by Debian and derivatives, even in images without a zone database. */
const ZONE_NAME = '/etc/timezone'

/**
 * The server's own zone. The runtime silently uses UTC if TZ is blank or invalid or the zone database is missing, so TZ and
 * the files that name the zone are read here. Blank counts as unset, as for every setting.
 */
export function serverTimeZone({ env, linkAt, textIn, found }: Machine = thisMachine): TimeZoneInUse {
	const TZ = env.TZ?.trim().replace(/^:/, '') ?? ''
	if (TZ !== '' && TZ !== LOCAL_TIME) {
		const zone = zoneNamed(TZ)
		return zone === null ? { zone: 'UTC', by: 'default', misunderstood: TZ } : { zone, by: 'TZ' }
	}
	const linked = zoneNamed((linkAt(LOCAL_TIME) ?? '').replace(/^.*\/zoneinfo\//, ''))
	if (linked !== null) return { zone: linked, by: LOCAL_TIME }
	const system = found()
	if (system !== 'UTC') return { zone: system, by: process.platform === 'win32' ? 'the system' : LOCAL_TIME }
	const named = zoneNamed(textIn(ZONE_NAME) ?? '')
	return named === null ? { zone: system, by: 'default' } : { zone: named, by: ZONE_NAME }
}

export const timeZoneOf = ({ timeZone }: { timeZone: string | null }): string => timeZone ?? serverTimeZone().zone

function orNull<Value>(read: () => Value): Value | null {
	try {
		return read()
	} catch {
		return null
	}
}
