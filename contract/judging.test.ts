import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
	JUDGE_KINDS,
	JUDGED_FROM,
	type JudgeKind,
	type JudgingFigures,
	judgeKindOf,
	judgingOf,
	STAR,
} from './judging.ts'

const count = fc.nat({ max: 50 })
const anyFigures: fc.Arbitrary<JudgingFigures> = fc
	.tuple(count, count, count, count, count)
	.chain(([one, two, three, four, five]) => {
		const verdicts = one + two + three + four + five
		return fc.nat({ max: verdicts }).chain((compared) =>
			fc.record({
				stars: fc.constant([one, two, three, four, five] as const),
				compared: fc.constant(compared),
				kinderBy: fc.integer({ min: -4 * STAR * compared, max: 4 * STAR * compared }),
			}),
		)
	})

const figures = (stars: JudgingFigures['stars'], compared = 0, kinderBy = 0): JudgingFigures => ({
	stars,
	compared,
	kinderBy,
})

test('a rater of three verdicts is one kind of judge, the first whose rule holds [spec 13.7]', () => {
	fc.assert(
		fc.property(anyFigures, (figures) => {
			const { verdicts, kind, averageStar, favouriteStar } = judgingOf(figures)
			if (verdicts < JUDGED_FROM) return kind === null
			const rules = Object.entries(JUDGE_KINDS)
			expect<string | null>(kind).toBe(rules.find(([, { rule }]) => rule(figures))?.[0] ?? null)
			expect(averageStar).toBeWithin(1, 5.000001)
			expect(figures.stars[(favouriteStar ?? 0) - 1]).toBe(Math.max(...figures.stars))
			return true
		}),
	)
	expect(Object.keys(JUDGE_KINDS)).toEqual(['generous', 'tough', 'even', 'kinder', 'harsher', 'steady'])
})

test.each<[JudgeKind, string, JudgingFigures]>([
	['generous', 'a mean of exactly 4.5', figures([0, 0, 0, 2, 2], 4, -2 * STAR)],
	['generous', 'all five stars at a mean of 4.5', figures([1, 1, 1, 1, 21])],
	['tough', 'a mean of exactly 2.5', figures([0, 2, 2, 0, 0], 4, 2 * STAR)],
	['even', 'all five stars, whatever others say', figures([1, 1, 1, 1, 1], 5, 5 * STAR)],
	['kinder', 'exactly half a star', figures([0, 0, 3, 1, 0], 3, 1.5 * STAR)],
	['harsher', 'exactly half a star', figures([0, 0, 3, 1, 0], 3, -1.5 * STAR)],
	['steady', 'a hair less than half a star', figures([0, 0, 3, 1, 0], 3, 1.5 * STAR - 1)],
	['steady', 'a hair less than half a star the other way', figures([0, 0, 3, 1, 0], 3, 1 - 1.5 * STAR)],
	['steady', 'a mean just below 4.5', figures([0, 0, 1, 0, 2])],
	['steady', 'a mean just above 2.5', figures([1, 0, 2, 1, 0])],
	['steady', 'nobody to compare with', figures([0, 0, 2, 1, 0])],
])('%s: %s', (kind, _what, figures) => {
	expect(judgeKindOf(figures)).toBe(kind)
})

test('each kind has a name and a line of its own', () => {
	const kinds = Object.values(JUDGE_KINDS)
	for (const field of ['name', 'line'] as const)
		expect(new Set(kinds.map((kind) => kind[field]())).size).toBe(kinds.length)
})

test('of stars that are given equally often the higher is the favourite', () => {
	expect(judgingOf(figures([2, 0, 2, 1, 0])).favouriteStar).toBe(3)
	expect(judgingOf(figures([2, 0, 1, 1, 2])).favouriteStar).toBe(5)
})
