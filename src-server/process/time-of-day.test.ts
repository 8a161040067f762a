import { expect, test } from 'bun:test'
import { lastTimeOfDay, nextTimeOfDay } from './clock.ts'

const timeOf = (text: string) => {
	const [hour = 0, minute = 0] = text.split(':').map(Number)
	return { hour, minute }
}

test.each([
	// Zone, time, a moment, the last occurrence up to that moment, the next one.
	['a plain day', 'Europe/Berlin', '18:30', '2026-01-14T18:00Z', '2026-01-14T17:30Z', '2026-01-15T17:30Z'],
	['a day of 23 hours', 'Europe/Berlin', '18:30', '2026-03-28T17:30Z', '2026-03-28T17:30Z', '2026-03-29T16:30Z'],
	['a day of 25 hours', 'Europe/Berlin', '18:30', '2026-10-24T16:30Z', '2026-10-24T16:30Z', '2026-10-25T17:30Z'],
	['a skipped hour', 'Europe/Berlin', '02:30', '2026-03-29T12:00Z', '2026-03-29T01:30Z', '2026-03-30T00:30Z'],
	[
		'a repeated hour, first time',
		'Europe/Berlin',
		'02:30',
		'2026-10-25T00:30Z',
		'2026-10-25T00:30Z',
		'2026-10-26T01:30Z',
	],
	[
		'a repeated hour, second time',
		'Europe/Berlin',
		'02:30',
		'2026-10-25T01:30Z',
		'2026-10-25T00:30Z',
		'2026-10-26T01:30Z',
	],
	[
		'half an hour of summer',
		'Australia/Lord_Howe',
		'02:15',
		'2026-10-03T20:00Z',
		'2026-10-03T15:45Z',
		'2026-10-04T15:15Z',
	],
	['45 minutes off', 'Asia/Kathmandu', '18:30', '2026-01-14T12:45Z', '2026-01-14T12:45Z', '2026-01-15T12:45Z'],
	['half an hour off', 'Asia/Kolkata', '18:30', '2026-01-14T12:59Z', '2026-01-13T13:00Z', '2026-01-14T13:00Z'],
	[
		'a midnight that Beirut skips',
		'Asia/Beirut',
		'00:00',
		'2026-03-28T22:00Z',
		'2026-03-28T22:00Z',
		'2026-03-29T21:00Z',
	],
	[
		'a midnight that Havana skips',
		'America/Havana',
		'00:00',
		'2026-03-08T05:00Z',
		'2026-03-08T05:00Z',
		'2026-03-09T04:00Z',
	],
	[
		'a midnight that Santiago skips',
		'America/Santiago',
		'00:00',
		'2026-09-06T04:00Z',
		'2026-09-06T04:00Z',
		'2026-09-07T03:00Z',
	],
	[
		'a midnight that Cairo skips',
		'Africa/Cairo',
		'00:00',
		'2026-04-23T22:00Z',
		'2026-04-23T22:00Z',
		'2026-04-24T21:00Z',
	],
	[
		'a midnight that Havana repeats',
		'America/Havana',
		'00:00',
		'2026-11-01T05:30Z',
		'2026-11-01T04:00Z',
		'2026-11-02T05:00Z',
	],
	[
		'a skipped hour before midnight',
		'America/Scoresbysund',
		'23:30',
		'2026-03-29T00:45Z',
		'2026-03-29T00:30Z',
		'2026-03-30T00:30Z',
	],
	['a day that Apia skipped', 'Pacific/Apia', '18:30', '2011-12-30T12:00Z', '2011-12-30T04:30Z', '2011-12-31T04:30Z'],
	['the last day before it', 'Pacific/Apia', '18:30', '2011-12-30T09:59Z', '2011-12-30T04:30Z', '2011-12-31T04:30Z'],
])('a time of day comes once a day, also on %s [B30]', (_what, zone, time, now, last, next) => {
	const at = new Date(now)
	expect([lastTimeOfDay(timeOf(time), at, zone), nextTimeOfDay(timeOf(time), at, zone)]).toEqual([
		new Date(last),
		new Date(next),
	])
})

test('in every zone and at every hour of a year the last time is past, the next one is to come, and no day has two [B30]', () => {
	for (const zone of [
		'Europe/Berlin',
		'Australia/Lord_Howe',
		'Asia/Beirut',
		'America/Scoresbysund',
		'Africa/Casablanca',
	])
		for (const time of ['00:00', '02:15', '18:30', '23:30']) {
			let last = 0
			for (let now = Date.UTC(2026, 0, 3); now < Date.UTC(2027, 0, 3); now += 5 * 3_600_000) {
				const [before, after] = [lastTimeOfDay, nextTimeOfDay].map((of) =>
					of(timeOf(time), new Date(now), zone).getTime(),
				) as [number, number]
				expect(before <= now && now < after && after - before <= 26 * 3_600_000).toBe(true)
				if (last !== 0 && before !== last) expect(before - last).toBeGreaterThanOrEqual(22 * 3_600_000)
				last = before
			}
		}
})
