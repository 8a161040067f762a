import { expect, test } from 'bun:test'
import { ALL_BAD, ALL_GOOD, COUNT_KEYS, IMPRESSION_KEYS, verdictOf } from './impressions.ts'

test('what travels and lies in databases is written as it always was, in its order', () => {
	const [first, second, third] = IMPRESSION_KEYS
	expect([first, second, third]).toEqual(['rideQuality', 'safetyFeeling', 'vibeQuality'])
	expect(ALL_GOOD).toMatchObject({ rideQuality: 'smooth', safetyFeeling: 'safe', vibeQuality: 'good' })
	expect(ALL_BAD).toMatchObject({ rideQuality: 'bumpy', safetyFeeling: 'unsafe', vibeQuality: 'off' })
	expect(COUNT_KEYS.slice(0, 6)).toEqual([
		'smoothRides',
		'bumpyRides',
		'safeRides',
		'unsafeRides',
		'goodVibes',
		'offVibes',
	])
	const row = { starRating: 4, ...ALL_GOOD, id: 7 }
	expect(Object.keys(verdictOf(row))).toEqual([...IMPRESSION_KEYS, 'starRating'])
})
