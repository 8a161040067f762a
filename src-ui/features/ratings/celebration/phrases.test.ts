import { expect, test } from 'bun:test'
import { ALL_MESSAGES, BAD_VIBE, DEFAULT_MESSAGE, GOOD_VIBE, messageFor, POSITIVE, poolFor, TENSE } from './phrases.ts'

test('the pools are as big as the spec says, and no two messages are the same [spec 9.10]', () => {
	expect([POSITIVE, BAD_VIBE, TENSE, GOOD_VIBE].map((pool) => pool.length)).toEqual([19, 26, 22, 18])
	const said = [...ALL_MESSAGES, DEFAULT_MESSAGE].map((message) => message.toLowerCase())
	expect(new Set(said).size).toBe(19 + 26 + 22 + 18 + 1)
	for (const message of said) expect(message.trim()).not.toBe('')
})

test('a rating finds its pool in the order of the spec [spec 9.10]', () => {
	const rideQuality = 'bumpy'
	const safetyFeeling = 'unsafe'
	expect(poolFor({ rideQuality, safetyFeeling: 'safe', vibeQuality: 'off' })).toBe(POSITIVE)
	expect(poolFor({ rideQuality: 'smooth', safetyFeeling, vibeQuality: 'off' })).toBe(POSITIVE)
	expect(poolFor({ rideQuality, safetyFeeling, vibeQuality: 'off' })).toBe(BAD_VIBE)
	expect(poolFor({ rideQuality, safetyFeeling, vibeQuality: 'good' })).toBe(TENSE)
})

test('before the rating is known every pool is drawn from, with luck at either end', () => {
	expect(poolFor(undefined)).toBe(ALL_MESSAGES)
	expect(messageFor(null, 0)).toBe(POSITIVE[0])
	expect(messageFor(null, 0.999999)).toBe('They handed over the aux. Trust like that is rare.')
	expect(messageFor({ rideQuality: 'bumpy', safetyFeeling: 'unsafe', vibeQuality: 'off' }, 0)).toBe(BAD_VIBE[0])
})
