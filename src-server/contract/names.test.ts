import { expect, test } from 'bun:test'
import fc from 'fast-check'
import * as v from 'valibot'
import { GhostName, TypedText, Username } from './names.ts'

const JOINER = '\u200D'
const NON_JOINER = '\u200C'

test.each([
	['a Persian verb', `می${NON_JOINER}خواهم`],
	['a Devanagari conjunct', `क्${JOINER}ष`],
	['an astronaut', `👩${JOINER}🚀`],
	['an astronaut with a skin tone', `👩🏽${JOINER}🚀`],
	['a rainbow flag', `🏳\uFE0F${JOINER}🌈`],
	['a family', `👨${JOINER}👩${JOINER}👧${JOINER}👦`],
	['a heart on fire', `❤\uFE0F${JOINER}🔥`],
	['a name with everything', 'Ålf-Øre O’Neil 3.'],
])('%s is a name', (_what, name) => {
	expect(v.parse(TypedText, name)).toBe(name.normalize('NFC'))
})

test.each([
	['at the end', `Bob${JOINER}`],
	['at the beginning', `${NON_JOINER}Bob`],
	['before a space', `Bob${JOINER} Smith`],
	['after a digit', `7${JOINER}7`],
	['twice', `👩${JOINER}${JOINER}🚀`],
	['alone', JOINER],
])('a joiner %s joins nothing and is refused', (_where, name) => {
	expect(v.is(TypedText, name)).toBe(false)
})

test('whatever passes as a username is plain ASCII of 3 to 20, and unchanged [T27] [spec 5.4]', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 25 }), fc.stringMatching(/^[\w.-]{0,25}$/)), (text) => {
			const parsed = v.safeParse(Username, text)

			expect(parsed.success).toBe(/^[A-Za-z0-9._-]{3,20}$/.test(text))
			if (parsed.success) expect(parsed.output).toBe(text)
		}),
	)
})

test('whatever passes as a ghost’s name is composed, trimmed, 2 to 50 characters, and hides nothing [T19] [spec 5.5]', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
			const parsed = v.safeParse(GhostName, text)
			if (!parsed.success) return
			const name = parsed.output

			expect(name).toBe(name.normalize('NFC').trim())
			expect([...name].length).toBeGreaterThanOrEqual(2)
			expect([...name].length).toBeLessThanOrEqual(50)
			expect(name.isWellFormed()).toBe(true)
			expect(name).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF]/u)
			expect(name).toMatch(/[\p{L}\p{N}\p{P}\p{S}\p{Cn}]/u)
			expect(v.parse(GhostName, name)).toBe(name)
		}),
		{ numRuns: 500 },
	)
})
