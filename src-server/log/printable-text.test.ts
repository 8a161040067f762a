import { expect, test } from 'bun:test'
import { printable, printableJson } from './printable-text.ts'

test.each([
	['a line of its own', 'mum\n✓ All is well.', 'mum\\u000a✓ All is well.'],
	['a line written over', 'mum\r✓', 'mum\\u000d✓'],
	['colours and cursors', '\u001b[2J\u001b]0;title\u0007', '\\u001b[2J\\u001b]0;title\\u0007'],
	['the same in one sign', '\u009b2J\u007f', '\\u009b2J\\u007f'],
	['text that runs backwards', 'exe.\u202Efdp\u2066\u061c', 'exe.\\u202efdp\\u2066\\u061c'],
	['lines of other kinds', 'a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\u0085d'],
	['what nobody sees', 'a\u200b\ufeff\u00ad\u{e0041}', 'a\\u200b\\ufeff\\u00ad\\udb40\\udc41'],
	['half a sign', 'a\ud83d', 'a\ufffd'],
])('%s in other people’s words is written out', (_what, text, shown) => {
	expect(printable(text)).toBe(shown)
})

test('names in all scripts, and emoji made of several, are shown as they are', () => {
	for (const name of ['Zoë', 'Ærø', 'نور', 'می‌خواهم', 'क्‍ष', '👩‍👩‍👧‍👦', '🚗', 'C:\\Users\\mum'])
		expect(printable(name)).toBe(name)
})

test('words that never end are cut off, and one can see it', () => {
	expect(printable('x'.repeat(1e6), 5)).toBe('xxxxx…')
	expect(printable('xxxxx', 5)).toBe('xxxxx')
})

test('JSON means the same to a program, and nothing to a terminal', () => {
	const value = { name: '\u001b\u009b\u007f\u202e\u2028\u{e0041}\n', list: ['Zoë', 1, null] }

	for (const indent of [undefined, 2]) {
		const json = printableJson(value, indent)
		expect(JSON.parse(json)).toEqual(value)
		expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
	}
})
