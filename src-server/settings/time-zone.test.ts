import { expect, test } from 'bun:test'
import { configOf, refusalOf } from '#server/testing/given-settings.ts'
import { type Machine, serverTimeZone, zoneNamed } from './time-zone.ts'

test.each([
	['Europe/Berlin', 'Europe/Berlin'],
	['europe/berlin', 'Europe/Berlin'],
	['Europe/berlin ', 'Europe/Berlin'],
	[':Europe/Berlin', 'Europe/Berlin'],
	['/usr/share/zoneinfo/Europe/Berlin', 'Europe/Berlin'],
	['America/New York', 'America/New_York'],
	['Europe/Kiev', 'Europe/Kiev'],
	['Europe/Kyiv', 'Europe/Kyiv'],
	['Asia/Calcutta', 'Asia/Calcutta'],
	['Asia/Kathmandu', 'Asia/Kathmandu'],
	['CET', 'CET'],
	['EST5EDT', 'EST5EDT'],
	['utc', 'UTC'],
	['Etc/GMT-2', 'Etc/GMT-2'],
])('the time zone %p is %s, as a setting and in TZ', (text, zone) => {
	expect(configOf({ env: { BACKSEAT_TIME_ZONE: text } }).timeZone).toBe(zone)
	expect(serverTimeZone(machine({ TZ: text }))).toEqual({ zone, by: 'TZ' })
	// The runtime knows the zone by the same name.
	expect(Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId).toBe(zone)
})

const IANA = 'the IANA name of a time zone'
const NO_SUMMER = `${IANA} such as Europe/Berlin; an offset has no summer time, and without one`
test.each([
	['UTC+2', `${NO_SUMMER} UTC+2 is Etc/GMT-2`],
	['GMT+1', `${NO_SUMMER} UTC+1 is Etc/GMT-1`],
	['+02:00', `${NO_SUMMER} UTC+2 is Etc/GMT-2`],
	['-0300', `${NO_SUMMER} UTC-3 is Etc/GMT+3`],
	['UTC+05:30', `${IANA} such as Europe/Berlin`],
	['CET-1CEST,M3.5.0,M10.5.0/3', `${IANA} such as Europe/Berlin`],
	['Berlin', `${IANA}, such as Europe/Berlin`],
	['new york', `${IANA}, such as America/New_York`],
	['Foo/Bar', `${IANA} such as Europe/Berlin`],
])('the time zone %p is refused with what to write, and is UTC in TZ, which is said', (text, expected) => {
	expect(refusalOf({ env: { BACKSEAT_TIME_ZONE: text } })).toEqual({
		message: `Bad value for BACKSEAT_TIME_ZONE: ${JSON.stringify(text)}. Expected ${expected}.`,
		exitCode: 78,
	})
	expect(serverTimeZone(machine({ TZ: text }))).toEqual({ zone: 'UTC', by: 'default', misunderstood: text })
})

const machine = ({
	TZ,
	link,
	timezone,
	found = 'UTC',
}: Partial<Record<'TZ' | 'link' | 'timezone' | 'found', string>>) =>
	({
		env: { TZ },
		linkAt: () => link ?? null,
		textIn: () => timezone ?? null,
		found: () => found,
	}) satisfies Machine

const LINK = '/usr/share/zoneinfo/Europe/Berlin'
const BERLIN = { zone: 'Europe/Berlin', by: '/etc/localtime' }
test.each([
	['without TZ it is that of the link', { link: LINK }, BERLIN],
	['on macOS it is that of the link', { link: '/var/db/timezone/zoneinfo/Europe/Berlin' }, BERLIN],
	['a blank TZ counts as unset', { TZ: ' ', link: LINK }, BERLIN],
	['TZ that names the link is that of the link', { TZ: ':/etc/localtime', link: LINK }, BERLIN],
	['a mounted copy is what the runtime recognises', { found: 'Europe/Berlin', timezone: 'Etc/UTC\n' }, BERLIN],
	[
		'without a database of zones /etc/timezone names it',
		{ timezone: 'Europe/Berlin\n' },
		{ zone: 'Europe/Berlin', by: '/etc/timezone' },
	],
	['without all of these it is UTC', {}, { zone: 'UTC', by: 'default' }],
])('the server’s own time zone: %s', (_what, of, expected) => {
	expect(serverTimeZone(machine(of))).toEqual(expected)
})

test('no text at all is no time zone', () => {
	for (const text of ['', ' ', ':', '/', '%']) expect(zoneNamed(text)).toBeNull()
})
