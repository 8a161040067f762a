import { expect, test } from 'bun:test'
import { playOut, ROWS } from './evening-post.ts'

test.each(ROWS)(
	'of the evening post a driver who knows every ride, and the rule, guesses few raters for sure: $name [T40] [spec 13.18]',
	(row) => {
		const { atOnce, evening, isWeak } = playOut(row, { years: 2, seed: 1 })

		expect({ ...evening, isWeak }).toMatchObject({ isWeak: false })
		// The guesser is one: told at once, they know better.
		expect(atOnce.right / atOnce.verdicts).toBeGreaterThan(evening.right / evening.verdicts)
	},
)

test('news that leave the server once a day show few raters for sure, and at once they would show most [T58]', () => {
	const row = ROWS.find(({ name }) => name === 'one ride a day, nearly always of one')
	for (const seed of [1, 2, 3]) {
		const { atOnce, news } = playOut(row as (typeof ROWS)[number], { years: 2.2, seed })

		expect(atOnce.sure / atOnce.verdicts).toBeGreaterThan(0.5)
		expect(news.sure / news.verdicts).toBeLessThan(0.1)
		expect(news.verdicts).toBeGreaterThan(0.9 * atOnce.verdicts)
	}
})
