import { afterEach, expect, test } from 'bun:test'
import {
	agoInWords,
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
])(
	'a moment reads by the clock in %s and in the language of the page: %s [spec 15.30]',
	(zone, lang, moment, time, day) => {
		process.env.TZ = zone
		document.documentElement.lang = lang
		expect([momentInWords(MOMENT), timeOfMoment(MOMENT), dayOfMoment(MOMENT)].map(plain)).toEqual([moment, time, day])
	},
)

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

test.each([
	['2026-03-10T11:59:30Z', 'just now'],
	// A future time occurs if this computer's clock is behind the server's.
	['2026-03-10T12:05:00Z', 'just now'],
	['2026-03-10T11:59:00Z', '1 minute ago'],
	['2026-03-10T11:00:30Z', '59 minutes ago'],
	['2026-03-10T11:00:00Z', '1 hour ago'],
	['2026-03-08T12:00:30Z', '47 hours ago'],
	['2026-03-08T12:00:00Z', '2 days ago'],
	['2025-03-10T12:00:00Z', '365 days ago'],
])('at noon %s was %s', (moment, words) => {
	expect(agoInWords(moment, Date.parse('2026-03-10T12:00:00Z'))).toBe(words)
})

test('an age reads in the language of the page [spec 15.30]', () => {
	document.documentElement.lang = 'de'
	expect(agoInWords('2026-03-10T11:56:00Z', Date.parse('2026-03-10T12:00:00Z'))).toBe('vor 4 Minuten')
})
