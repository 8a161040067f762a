import { expect, test } from 'bun:test'
import fc from 'fast-check'
import * as v from 'valibot'
import { unwrapped } from './hidden-characters.ts'
import { GhostName, OptionalDisplayName, OptionalEmail, Username } from './names.ts'
import { Login } from './sign-in.ts'

const passes = (name: string) => v.is(GhostName, name)

test.each([
	['Arabic', 'محمّد الأمين'],
	['Persian, with a joint taken apart', 'می\u200Cخواهم'],
	['Urdu', 'فاطمہ'],
	['Hebrew, with its points', 'שָׂרָה'],
	['Hindi', 'श्रीमती शर्मा'],
	['Hindi, with a half letter asked for', 'क्\u200Dष'],
	['Marathi, with an eyelash R', 'दर्\u200Dया'],
	['Bengali, with a joiner before the virama', 'র\u200D্যাম'],
	['Malayalam, with a joiner at the end of each word', 'മോഹന്\u200D രാജന്\u200D'],
	['Sinhala', 'ශ්\u200Dරී'],
	['Tamil', 'முருகன்'],
	['Thai', 'สมชาย'],
	['Khmer', 'សុខា'],
	['Burmese', 'အောင်ဆန်း'],
	['Tibetan', 'བསྟན་འཛིན།'],
	['Mongolian', 'ᠮᠣᠩᠭᠣᠯ'],
	['Korean', '김민준'],
	['Korean, in single letters', '김민준'.normalize('NFD')],
	['Chinese', '王小明'],
	['Japanese', '山田 太郎'],
	['Georgian', 'თამარი'],
	['Amharic', 'አበበ'],
	['Cherokee', 'ᏣᎳᎩ'],
	['Greek', 'Γιώργος'],
	['Cyrillic', 'Мария-Анна'],
	['Vietnamese, in single accents', 'Nguyễn Thị Ánh'.normalize('NFD')],
	['Irish, Norwegian and a nickname', 'Seán Ó’Brien «Ålf» 3.'],
])('a name in %s is a name [T19]', (_script, name) => {
	expect(v.parse(GhostName, name)).toBe(name.normalize('NFC'))
})

test.each([
	['a red heart', '❤️❤️'],
	['keycaps', '1️⃣#️⃣*️⃣'],
	['a country', 'Ana 🇵🇹'],
	['England, Scotland and Texas', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁵󠁳󠁴󠁸󠁿'],
	['pirates', '🏴‍☠️'],
	['rainbow and transgender flags', '🏳️‍🌈🏳️‍⚧️'],
	['astronauts and a heart on fire', '👩\u200D🚀👩🏽\u200D🚀❤\uFE0F\u200D🔥'],
	['families', '👨‍👩‍👧‍👦👩🏽‍🤝‍👨🏿'],
	['kisses in two tones', '🧑🏽‍❤️‍💋‍🧑🏿'],
	['a detective and an eye', '🕵️‍♂️👁️‍🗨️'],
	['a person who runs to the right', '🏃🏽‍♀️‍➡️'],
	['a head that nods', '🙂‍↕️'],
	['hearts drawn as signs', '♥\uFE0E❤\uFE0E'],
	['registered forms of Han letters', '葛\u{E0100}城 辻\u{E0101}'],
])('%s make a name [T19]', (_what, name) => {
	expect(v.parse(GhostName, name)).toBe(name)
})

test.each([
	['a soft hyphen', 'Bo\u00ADb'],
	['a zero-width space', 'Bo\u200Bb'],
	['a joiner between Latin letters', 'Bo\u200Db'],
	['a non-joiner between Latin letters', 'Bo\u200Cb'],
	['a joiner between a letter and a picture', 'Bob\u200D🚀'],
	['a joiner at the beginning', '\u200CBob'],
	['a joiner after a digit', '7\u200D7'],
	['a joiner and nothing else', '\u200D\u200D'],
	['two joiners', '👩\u200D\u200D🚀'],
	['a joiner at the end', 'می\u200C'],
	['a joiner before a space', 'می\u200C خواهم'],
	['a mark for text from the right', 'Bob\u200F!'],
	['text turned round', '\u202Egnp.exe'],
	['text turned round within', 'Bob \u2067etat\u2069'],
	['a word joiner', 'Bo\u2060b'],
	['an invisible plus', 'Bo\u2064b'],
	['a line separator', 'Bob\u2028Smith'],
	['a paragraph separator', 'Bob\u2029Smith'],
	['a Hangul filler', 'Bob\u3164'],
	['a half-width Hangul filler', 'Bob\uFFA0'],
	['a blank Braille cell', 'Bob\u2800'],
	['an object that is not there', 'Bob\uFFFC'],
	['a combining grapheme joiner', 'Bo\u034Fb'],
	['a Mongolian vowel separator', 'ᠮᠣ\u180Eᠩ'],
	['a Mongolian variation selector', 'ᠮᠣ\u180Bᠩ'],
	['a variation selector behind a letter', 'Bob\uFE0F'],
	['a variation selector behind a digit that is not a keycap', 'Bob 1\uFE0F'],
	['two variation selectors', '❤\uFE0F\uFE0F'],
	['two unlike variation selectors', '❤\uFE0E\uFE0F'],
	['the sign for text behind a letter', 'Bob\uFE0E'],
	['a Han letter’s selector behind a Latin letter', 'Bob\u{E0100}'],
	['a Han letter’s selector behind kana', 'カ\u{E0100}'],
	['two selectors behind a Han letter', '葛\u{E0100}\u{E0101}'],
	['a selector that no Han letter has', '葛\u{E0130}'],
	['an override at the beginning', '\u202Dgnp.exe'],
	['an override within marks', '\u2068\u202EBob\u202C\u2069'],
	['tags behind a letter', 'Bob\u{E0067}\u{E0062}\u{E007F}'],
	['a flag that never ends', '🏴\u{E0067}\u{E0062}\u{E0065}'],
	['a flag with a letter hidden in it', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E0067}\u{E0067}\u{E007F}'],
	['a language tag', 'Bob\u{E0001}'],
	['a control character', 'Bob\u0085'],
])('a name with %s is refused [T19]', (_what, name) => {
	const [, code] =
		/^There is a hidden character in it \(U\+([0-9A-F]{4,6})\)\. Please type it by hand$/.exec(
			v.safeParse(GhostName, name).issues?.[0].message ?? '',
		) ?? []
	expect(name).toContain(String.fromCodePoint(Number.parseInt(code ?? '', 16)))
})

const WRAPPED: [string, string][] = [
	['direction marks', '\u200EBob\u200F'],
	['isolates, as chats put around a mention', '\u2068Bob\u2069'],
	['an embedding, as contact books put around a name', '\u202ABob\u202C'],
	['a byte order mark', '\uFEFFBob'],
	['a soft hyphen', 'Bob\u00AD'],
	['a zero-width space', 'Bob\u200B'],
	['several, with spaces between', '\uFEFF \u2068\u200EBob \u2069\u200B'],
]
test.each(WRAPPED)('a name wrapped in %s is that name, also as a username and at log-in', (_what, wrapped) => {
	expect(v.parse(GhostName, wrapped)).toBe('Bob')
	expect(v.parse(OptionalDisplayName, wrapped)).toBe('Bob')
	expect(v.parse(Username, wrapped)).toBe('Bob')
	expect(v.parse(Login, { username: wrapped, password: 'secret' }).username).toBe('Bob')
	expect(v.parse(OptionalEmail, wrapped.replace('Bob', 'bob@example.org'))).toBe('bob@example.org')
})

test.each([
	['accents', '\u0301\u0302\u0303'],
	['enclosing circles', '\u20DD\u20DD'],
	['variation selectors', '\uFE0F\uFE0F'],
	['joiners', '\u200D\u200C'],
	['accents on spaces', '\u00A0\u0301 \u0301'],
	['fillers', '\u3164\u115F\u1160'],
	['blank notes', '\u{1D159}\u{1D159}'],
	['blank hieroglyphs', '\u{13441}\u{13442}'],
	['spaces of all kinds', ' \u00A0\u1680\u2000\u2003\u2009\u202F\u205F\u3000\t\n'],
])('a name of %s and nothing else is refused [T19]', (_what, name) => {
	expect(passes(name)).toBe(false)
})

/** Characters that show nothing or reverse other text, defined independently of the product's own expression. */
const HIDING = [
	...'\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u3164\uFEFF\uFFA0\u2800\u2028\u2029',
	...Array.from({ length: 16 }, (_, i) => String.fromCodePoint(0x2060 + i)),
	...Array.from({ length: 5 }, (_, i) => String.fromCodePoint(0x200b + i)),
	...Array.from({ length: 7 }, (_, i) => String.fromCodePoint(0x2028 + i)),
	...Array.from({ length: 16 }, (_, i) => String.fromCodePoint(0xfe00 + i)),
	...Array.from({ length: 0x80 }, (_, i) => String.fromCodePoint(0xe0000 + i)),
	'\u{E0100}',
	'\u{E01EF}',
	'\u{1BCA0}',
	'\u{1D173}',
	'\u{FFF9}',
]

test('wherever something hides in a name of Latin letters, the name is refused [T19]', () => {
	const letters = fc.stringMatching(/^[A-Za-zÀ-ÿ]{2,10}$/)
	fc.assert(
		fc.property(letters, fc.constantFrom(...HIDING), letters, (before, hidden, after) => {
			expect(passes(before + after)).toBe(true)
			expect(passes(before + hidden + after)).toBe(false)
			expect(passes(`${before}${hidden}${hidden}${after}`)).toBe(false)
		}),
		{ numRuns: 1000 },
	)
})

test('however emoji, letters, joiners, selectors and tags are mixed, none is accepted in a name where it shows nothing', () => {
	const piece = fc.constantFrom('❤', '👩', '🏽', '🏴', '🇩', '1', '\u20E3', 'क', '्', 'م', 'B', ' ', '\u0301')
	const hidden = fc.constantFrom('\u200C', '\u200D', '\uFE0F', '\uFE0E', '\u{E0067}', '\u{E007F}', '\u2060')
	const name = fc.array(fc.oneof(piece, hidden), { maxLength: 12 }).map((parts) => parts.join(''))
	fc.assert(
		fc.property(name, (text) => {
			if (!passes(text)) return
			expect(text).not.toMatch(/[^❤👩🏴]\uFE0E|[\uFE0E\uFE0F]{2}/u)
			expect(text).not.toMatch(/\u200D\uFE0F|\uFE0F\uFE0F|\u200D\u200D/)
			expect(text).not.toMatch(/(^|[B ])(\u200C|\u200D|\uFE0E|\uFE0F)/)
			expect(text.replace(/🏴\p{Cf}{4,7}/gu, '')).not.toMatch(/[\u{E0000}-\u{E007F}]/u)
		}),
		{ numRuns: 3000 },
	)
})

test('whatever passes as a username is plain ASCII of 3 to 20, unchanged but for marks and spaces around it [T27] [spec 5.4]', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 25 }), fc.stringMatching(/^[\w.-]{0,25}$/)), (text) => {
			const parsed = v.safeParse(Username, text)

			expect(parsed.success).toBe(/^[A-Za-z0-9._-]{3,20}$/.test(unwrapped(text)))
			if (parsed.success) expect(parsed.output).toBe(unwrapped(text))
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
