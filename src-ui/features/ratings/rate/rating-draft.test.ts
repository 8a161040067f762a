import { afterEach, expect, test } from 'bun:test'
import { ALL_GOOD } from '#contract/impressions.ts'
import { forgetRequestKey, requestKeyFor } from './rating-draft.ts'

afterEach(() => sessionStorage.clear())

const rating = {
	driverId: 7,
	raterId: 1,
	...ALL_GOOD,
	starRating: 5,
} as const

test('a retry of the same rating has the same key of 128 bits, another rating has another', () => {
	const key = requestKeyFor(rating)

	expect(key).toMatch(/^[0-9a-f]{32}$/)
	expect(requestKeyFor({ ...rating })).toBe(key)
	expect(requestKeyFor({ ...rating, driverId: 8 })).not.toBe(key)
	expect(requestKeyFor(rating)).toBe(key)
	const changed = requestKeyFor({ ...rating, starRating: 4 })
	expect(changed).not.toBe(key)
	expect(requestKeyFor(rating)).not.toBe(key)
})

test('a key that was used up is not used again', () => {
	const key = requestKeyFor(rating)
	forgetRequestKey(rating.driverId)
	expect(requestKeyFor(rating)).not.toBe(key)
})
