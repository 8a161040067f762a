import { expect, test } from 'bun:test'
import { newRatingBodies, newRatingButtons, newRatingHeadlines, oneOf } from './phrases.ts'

test('the new-rating popup has 6 headlines, 17 bodies and 16 button labels, all different [spec 9.9]', () => {
	expect(new Set(newRatingHeadlines).size).toBe(6)
	expect(new Set(newRatingBodies).size).toBe(17)
	expect(new Set(newRatingButtons).size).toBe(16)
	expect(newRatingHeadlines).toHaveLength(6)
	expect(newRatingBodies).toHaveLength(17)
	expect(newRatingButtons).toHaveLength(16)
})

test('nobody is asked to read while they drive, or wait at a light [spec 10.27]', () => {
	for (const phrase of [...newRatingHeadlines, ...newRatingBodies, ...newRatingButtons])
		expect(phrase).not.toMatch(/light|traffic|pull over|lane|notification/i)
})

test('every headline has its turn', () => {
	const drawn = new Set(Array.from({ length: 500 }, () => oneOf(newRatingHeadlines)))

	expect([...drawn].sort()).toEqual([...newRatingHeadlines].sort())
})
