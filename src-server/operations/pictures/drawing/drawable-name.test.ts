import { expect, test } from 'bun:test'
import { drawableName } from './drawable-name.ts'

test.each([
	['Uncle Bob', 'UNCLE BOB'],
	['  Żółć   Łódź ', 'ŻÓŁĆ ŁÓDŹ'],
	['Nguyễn Thị Hường', 'NGUYỄN THỊ HƯỜNG'],
	['Straße', 'STRASSE'],
	['Γιώργος', 'ΓΙΏΡΓΟΣ'],
	['Дмитрий Їжак', 'ДМИТРИЙ ЇЖАК'],
	['Արամ', 'ԱՐԱՄ'],
	['יוסי כהן', 'יוסי כהן'],
	['محمد الفارسي', 'محمد الفارسي'],
	['प्रिया शर्मा', 'प्रिया शर्मा'],
	['ক্ষুদিরাম', 'ক্ষুদিরাম'],
	['ਗੁਰਪ੍ਰੀਤ', 'ਗੁਰਪ੍ਰੀਤ'],
	['தமிழ்', 'தமிழ்'],
	['ศรีสุดา', 'ศรีสุดา'],
	['김민준', '김민준'],
	['山田太郎 さくら タクシー', '山田太郎 さくら タクシー'],
	['陳麗華', '陳麗華'],
	['<b>"O’Neill" & Söhne</b>', '<B>"O’NEILL" & SÖHNE</B>'],
	['x', 'X'],
])('%s is drawn as %s', (name, drawn) => {
	expect(drawableName(name)).toBe(drawn)
})

test('emoji that a font has are drawn, joined ones as one; others are left out of the name', () => {
	expect(drawableName('👨‍👩‍👧‍👦 Bob ☕️ 🇩🇪')).toBe('👨‍👩‍👧‍👦 BOB ☕️ 🇩🇪')
	// Code points from a Unicode version that no font covers, and symbols that belong to no script.
	expect(drawableName('Bob \u{1FAFF}\u{1FA5F} the 𝄞 driver')).toBe('BOB THE DRIVER')
	expect(drawableName('❤️')).toBe('❤️')
	expect(drawableName('♥\uFE0E')).toBe('♥\uFE0E')
})

test('with a letter that no font has the whole name is left out: half of it would be another name', () => {
	for (const name of ['ᏣᎳᎩ', 'Bob ꦗꦮ', 'ᠮᠣᠩᠭᠣᠯ', 'Z̸̢̛͠A̷L̵G̶O̴', '\u{10FFFD}', '뙗']) expect(drawableName(name)).toBeNull()
})

test('a name of which nothing is left is left out', () => {
	for (const name of ['\u{1FAFF}', ' ', '\u200D']) expect(drawableName(name)).toBeNull()
})
