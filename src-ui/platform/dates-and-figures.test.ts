import { afterEach, expect, test } from 'bun:test'
import {
	dayInWords,
	dayOfMoment,
	momentInWords,
	nearDayInWords,
	recentDayInWords,
	timeOfMoment,
} from './dates-and-figures.ts'

const HOME_ZONE = process.env.TZ
afterEach(() => {
	if (HOME_ZONE === undefined) delete process.env.TZ
	else process.env.TZ = HOME_ZONE
	document.documentElement.lang = 'en'
})

const MOMENT = '2026-11-27T02:30:00.000Z'
/** Intl puts a narrow no-break space before 'PM'. */
const plain = (words: string) => words.replaceAll('\u202f', ' ')

test.each([
	['America/New_York', 'en', 'Nov 26, 2026, 9:30 PM', '9:30 PM', 'Nov 26, 2026'],
	['Europe/Berlin', 'en', 'Nov 27, 2026, 3:30 AM', '3:30 AM', 'Nov 27, 2026'],
	['Europe/Berlin', 'de', '27.11.2026, 03:30', '03:30', '27.11.2026'],
	['Asia/Kathmandu', 'en', 'Nov 27, 2026, 8:15 AM', '8:15 AM', 'Nov 27, 2026'],
])('a moment reads by the clock in %s and in the language of the page: %s [spec 15.30]', (zone, lang, ...words) => {
	process.env.TZ = zone
	document.documentElement.lang = lang
	expect([momentInWords(MOMENT), timeOfMoment(MOMENT), dayOfMoment(MOMENT)].map(plain)).toEqual(words)
})

test.each(['America/New_York', 'Pacific/Auckland'])('a day is the same in %s as everywhere [spec 15.30]', (zone) => {
	process.env.TZ = zone
	const now = Date.parse(MOMENT)
	expect(dayInWords('2026-11-27')).toBe('Nov 27, 2026')
	expect(['2026-11-27', '2026-11-26', '2026-11-25'].map((day) => recentDayInWords(day, now))).toEqual([
		'today',
		'yesterday',
		'Nov 25, 2026',
	])
})

test('today ends at midnight where the reader is', () => {
	process.env.TZ = 'America/New_York'
	const now = new Date(MOMENT)
	expect(nearDayInWords('2026-11-26T06:00:00.000Z', now)).toBe('Today')
	expect(nearDayInWords('2026-11-26T04:00:00.000Z', now)).toBe('Yesterday')
	expect(nearDayInWords('2026-11-25T04:00:00.000Z', now)).toBeNull()
})
