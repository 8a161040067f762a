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
