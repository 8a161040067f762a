import { expect, test } from 'bun:test'
import { msUntil, pauseAfter } from './pauses.ts'

test('pauses double up to a minute, and luck shortens them by a fifth at most', () => {
	const failures = [1, 2, 3, 6, 7, 1000]
	expect(failures.map((count) => pauseAfter(count, () => 0))).toEqual([2000, 4000, 8000, 60_000, 60_000, 60_000])
	expect(failures.map((count) => pauseAfter(count, () => 1))).toEqual([1600, 3200, 6400, 48_000, 48_000, 48_000])
})

test('a moment that is past, or too far away to have been meant, is now', () => {
	expect(msUntil(5000, 3000)).toBe(2000)
	expect(msUntil(3000, 5000)).toBe(0)
	expect(msUntil(86_400_000, 5000)).toBe(0)
})
