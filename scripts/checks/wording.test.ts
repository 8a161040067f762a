import { expect, test } from 'bun:test'
import { figuresOf, readSource } from './wording.ts'

const SOURCE = `
/** What is sent. */
export const askedAt = 1 // told nobody
// So the caller
// tells them.
const text = 'what somebody said'
`

test('comments are read without their markers, and strings are not counted', () => {
	const { comments, words } = readSource('a.ts', SOURCE)

	expect(comments.map(({ line, text }) => [line, text])).toEqual([
		[2, 'What is sent.'],
		[3, 'told nobody'],
		[4, 'So the caller\ntells them.'],
	])
	expect(words).toContain('asked')
	expect(words).not.toContain('somebody')
	expect(words).not.toContain('said')
})

test('figures are occurrences per thousand lines', () => {
	const figures = figuresOf([readSource('a.ts', SOURCE)])

	// Two of four comment lines begin with a counted word; the source has eight lines.
	expect(figures.openings).toBe(500)
	expect(figures['tell, told']).toBe(285.7)
	expect(figures['say, said']).toBe(0)
})
