import { expect, test } from 'bun:test'
import { reputation, ridesRated } from '#contract/first-words/card.ts'
import { type DriverStats, percentOf } from '#contract/stats.ts'
import { someFigures } from '#ui/testing/fake-server.ts'

const stats = (best: DriverStats['bestCategory'], worst: DriverStats['worstCategory'], smoothRides = 1) =>
	someFigures({ totalRides: 2, smoothRides, bestCategory: best, worstCategory: worst })

test('one ride is one ride', () => {
	expect([0, 1, 2, 12].map(ridesRated)).toEqual(['0 rides rated', '1 ride rated', '2 rides rated', '12 rides rated'])
})

test('shares are rounded to whole numbers [spec 9.21]', () => {
	expect(percentOf(1, 3)).toBe(33)
	expect(percentOf(2, 3)).toBe(67)
	expect(percentOf(1, 8)).toBe(13)
	expect(percentOf(199, 200)).toBe(100)
	expect(percentOf(0, 0)).toBe(0)
})

test('a driver is known for the best category and still learns the worst', () => {
	expect(reputation(stats('vibes', 'smooth'))).toEqual({ knownFor: 'the playlist', stillLearning: 'speed bumps' })
})

test('nobody is called bad at what they are equally good at', () => {
	expect(reputation(stats('smooth', 'smooth', 2))).toEqual({ knownFor: 'all-rounder', stillLearning: 'modesty' })
	expect(reputation(stats('smooth', 'smooth')).stillLearning).toBe('a bit of all')
	expect(reputation(stats('none', 'none', 0)).stillLearning).toBe('all of it')
})
