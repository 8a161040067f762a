import { expect, test } from 'bun:test'
import { checkClock } from './clock-check.ts'

const NOON = new Date('2026-03-01T12:00:00Z')
const minutesLater = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)

test('a clock that agrees with the data and with the public address is well', () => {
	expect(checkClock(NOON, minutesLater(-600), minutesLater(1))).toMatchObject({ state: 'ok' })
	expect(checkClock(NOON, null, null)).toMatchObject({ state: 'ok', says: '2026-03-01 12:00 UTC' })
})

test('a Raspberry Pi that woke up without the time is told to set its clock', () => {
	expect(checkClock(new Date('1970-01-01T00:01:00Z'), null, null)).toMatchObject({
		state: 'problem',
		todo: expect.stringContaining('timedatectl'),
	})
})

test('data from the future mean a wrong clock, now or then', () => {
	expect(checkClock(NOON, minutesLater(6), null)).toMatchObject({
		state: 'problem',
		says: 'The clock says 2026-03-01 12:00 UTC, but the newest data are from 2026-03-01 12:06 UTC.',
	})
	expect(checkClock(NOON, minutesLater(4), null)).toMatchObject({ state: 'ok' })
})

test('a clock that the public address contradicts, in either direction, is a problem', () => {
	expect(checkClock(NOON, null, minutesLater(6))).toMatchObject({ state: 'problem' })
	expect(checkClock(NOON, null, minutesLater(-6))).toMatchObject({ state: 'problem' })
})
