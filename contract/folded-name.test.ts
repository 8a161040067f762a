import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { foldedName } from './folded-name.ts'

test.each([
	['İbrahim', 'ibrahim'],
	['IŞIK ışık', 'isik isik'],
	['Müller', 'muller'],
	['Straße GROẞ', 'strasse gross'],
	['Łukasz Żółć', 'lukasz zolc'],
	['Søren Ærø', 'soren aero'],
	['Đặng Nguyễn', 'dang nguyen'],
	['Þórður Œuvre Ħal Ŧ', 'thordur oeuvre hal t'],
	['Seán O’Brien', "sean o'brien"],
	['Seán OʼBrien', "sean o'brien"],
	['Anne‑Marie', 'anne-marie'],
	['ΟΔΟΣ Γιώργος', 'οδοσ γιωργοσ'],
	['Ёлка Йод', 'елка иод'],
	['Ｂｏｂ', 'bob'],
	['أحمد مُحمّد', 'احمد محمد'],
	['שָׂרָה', 'שרה'],
	['ᏣᎳᎩ', 'ᏣᎳᎩ'.toLowerCase()],
	['김민준', '김민준'.normalize('NFD')],
	['葛\u{E0100}城 ♥\uFE0E', '葛城 ♥'],
	['\u200EBob\u00AD', 'bob'],
])('%s is searched as %s', (name, folded) => {
	expect(foldedName(name)).toBe(folded)
})

test('vowels of scripts that write them as marks stay', () => {
	expect(foldedName('कि')).not.toBe(foldedName('के'))
	expect(foldedName('สิ')).not.toBe(foldedName('สุ'))
})

/** The Greek iota below a lowercase letter, which becomes a separate letter after a capital. */
const IOTA = /\u0345/

test('every letter folds as its capital and as itself once more, whatever its normal form', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme', maxLength: 8 }), (name) => {
			const folded = foldedName(name)
			if (!IOTA.test(name.normalize('NFD'))) expect(foldedName(name.toUpperCase())).toBe(folded)
			expect(foldedName(name.normalize('NFD'))).toBe(folded)
			expect(foldedName(folded)).toBe(folded)
		}),
		{ numRuns: 2000 },
	)
	for (let code = 0; code < 0x30000; code++) {
		if (code === 0xd800) code = 0xe000
		const letter = String.fromCodePoint(code)
		const folded = foldedName(letter)
		const capital = IOTA.test(letter.normalize('NFD')) ? letter : letter.toUpperCase()
		const others = [capital, letter.toLowerCase(), letter.normalize('NFD'), folded].map(foldedName)
		if (others.some((other) => other !== folded)) throw new Error(`${letter} ${folded} ${others}`)
	}
})
