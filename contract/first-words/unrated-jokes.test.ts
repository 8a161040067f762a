import { expect, test } from 'bun:test'
import { PRAISE } from '#contract/praise.ts'
import { drawnJoke, UNRATED_JOKES } from './unrated-jokes.ts'

test('there are 16 jokes and 34 praises, all different [spec 9.11]', () => {
	expect(UNRATED_JOKES).toHaveLength(16)
	expect(PRAISE).toHaveLength(34)
	const said = [...UNRATED_JOKES, ...PRAISE].map((words) => words.trim().toLowerCase())
	expect(new Set(said).size).toBe(50)
	expect(said).not.toContain('')
})

test('each joke can be drawn', () => {
	const drawn = UNRATED_JOKES.map((_, nth) => drawnJoke((nth + 0.5) / UNRATED_JOKES.length))
	expect([drawnJoke(0), ...drawn, drawnJoke(0.999999)]).toEqual([
		UNRATED_JOKES.at(0) ?? '',
		...UNRATED_JOKES,
		UNRATED_JOKES.at(-1) ?? '',
	])
})
