import { expect, test } from 'bun:test'
import { PRAISE } from '#contract/praise.ts'
import { jokeOf, UNRATED_JOKES } from './unrated-jokes.ts'

test('there are 16 jokes and 34 praises, all different [spec 9.11]', () => {
	expect(UNRATED_JOKES).toHaveLength(16)
	expect(PRAISE).toHaveLength(34)
	const said = [...UNRATED_JOKES, ...PRAISE].map((words) => words.trim().toLowerCase())
	expect(new Set(said).size).toBe(50)
	expect(said).not.toContain('')
})

test('each joke is the joke of some drivers', () => {
	expect(UNRATED_JOKES.map((_, nth) => jokeOf({ id: 160 + nth }))).toEqual([...UNRATED_JOKES])
})
