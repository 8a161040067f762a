import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { drawableName } from './drawable-name.ts'
import { fittedLines, type ShapedText, shapedText } from './shaped-text.ts'

const shaped = (text: string) => shapedText(text, 'name')
const outlines = ({ paths }: ShapedText) => paths.map(({ d }) => d)

test('letters stand in a row, and their outlines are those of the font', () => {
	const bob = shaped('BOB')

	expect(bob.paths).toHaveLength(3)
	expect(outlines(bob)[0]).toBe(outlines(bob)[2] ?? '')
	expect(bob.paths.map(({ x }) => x).toSorted((a, b) => a - b)).toEqual(bob.paths.map(({ x }) => x))
	expect(bob.width).toBeGreaterThan(0.9)
	expect(bob.width).toBeLessThan(2)
})

test('Arabic letters join, and are written from right to left', () => {
	const word = outlines(shaped('علي'))
	const letters = [...'علي'].flatMap((letter) => outlines(shaped(letter)))

	expect(word.some((shape) => !letters.includes(shape))).toBe(true)
	// The last letter is leftmost and has dots below it.
	const [left, right] = [shaped('علي').paths[0], shaped('علي').paths.at(-1)]
	expect(left?.x).toBeLessThan(right?.x ?? 0)
})

test('right-to-left stands beside left-to-right as readers of either expect', () => {
	const bob = outlines(shaped('BOB'))
	const startsWithBob = (text: string) => outlines(shaped(text)).slice(0, 3).join() === bob.join()

	expect(startsWithBob('BOB علي')).toBe(true)
	// A name that starts in Arabic is read from right to left, so Bob comes second, on the left.
	expect(startsWithBob('علي BOB')).toBe(true)
	expect(outlines(shaped('(علי)'.replace('י', 'ي')))).toHaveLength(outlines(shaped('علي')).length + 2)
})

test('signs of Devanagari are put in their order: the short i stands before its letter', () => {
	const [first] = outlines(shaped('कि'))
	expect(outlines(shaped('का'))).toContain(outlines(shaped('क'))[0] as string)
	expect(first).not.toBe(outlines(shaped('क'))[0])
})

test('a family is one shape, not four people and three joiners', () => {
	expect(outlines(shaped('👨‍👩‍👧‍👦'))).toHaveLength(1)
})

test('selectors of a variant add no shape of their own', () => {
	expect(outlines(shaped('葛\u{E0100}城'))).toEqual(outlines(shaped('葛城')))
	expect(outlines(shaped('♥\uFE0E'))).toEqual(outlines(shaped('♥')))
})

test('whatever name can be drawn, is: every line of it, within its room', () => {
	const room = { width: 500, height: 100, largest: 80, leading: 0.9 }
	const text = fc.oneof(
		fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }),
		fc.string({
			unit: fc.constantFrom('W', 'é', 'ع', 'ל', 'क', '山', '김', '🚗', ' ', '&', '̈'),
			minLength: 1,
			maxLength: 50,
		}),
	)
	fc.assert(
		fc.property(text, (name) => {
			const drawn = drawableName(name)
			if (drawn === null) return
			const { size, lines } = fittedLines(drawn, room)
			expect(lines.length).toBeLessThanOrEqual(3)
			expect(size).toBeGreaterThan(0)
			for (const line of lines) expect(line.width * size).toBeLessThanOrEqual(room.width + 0.01)
		}),
		{ numRuns: 200 },
	)
})

test('a long name is on two lines rather than tiny, broken between words if it has any', () => {
	const room = { width: 400, height: 100, largest: 80, leading: 0.9 }

	expect(fittedLines('BOB', room)).toMatchObject({ size: 80, lines: [{}] })
	expect(fittedLines('THEODOR WOLKENSTEIN TROSTBURG', room).lines.length).toBeGreaterThan(1)
	const cut = fittedLines('W'.repeat(50), room)
	expect(cut.lines.map(({ paths }) => paths.length).reduce((sum, count) => sum + count)).toBe(50)
	expect(cut.lines.length).toBeGreaterThan(1)
})
