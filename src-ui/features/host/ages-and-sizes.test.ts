import { expect, test } from 'bun:test'
import { ageInWords } from './ages-and-sizes.ts'

const NOW = Date.parse('2026-03-10T12:00:00Z')

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
])('at noon a host reads of %s that it was %s', (moment, words) => {
	expect(ageInWords(moment, NOW)).toBe(words)
})
