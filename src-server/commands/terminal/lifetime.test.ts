import { expect, test } from 'bun:test'
import { lifetimeMs } from './lifetime.ts'

test.each([
	['90m', 90 * 60_000],
	['12h', 12 * 3_600_000],
	['7d', 7 * 86_400_000],
	['4w', 28 * 86_400_000],
	['never', null],
])('%s is how long it says', (text, ms) => {
	expect(lifetimeMs(text)).toBe(ms)
})

test.each(['', '0d', '7', 'd', '-1d', '1.5d', '12345d', '7D', '7 d', '1y', 'forever'])('%p is refused', (text) => {
	expect(() => lifetimeMs(text)).toThrow(/^--expires is 90m, 12h, 7d, 4w or never, not /)
})
