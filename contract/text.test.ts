import { expect, test } from 'bun:test'
import { nameOf } from './driver-name.ts'
import { DEMO_DRIVER_ID } from './known-ids.ts'
import { aroundBold, type Catalogue, figure, inLanguage, isolated, listed, pool, speak, t, tn } from './text.ts'

const catalogue = (locale: string, translations: Catalogue['translations'], isRightToLeft = false): Catalogue => ({
	locale,
	isRightToLeft,
	translations,
})
const german = catalogue('de', {
	Save: 'Speichern',
	'keep a rating\u0004Save': 'Behalten',
	"{name}'s Driving Today": 'Heute am Steuer: {name}',
	'# star': { one: '# Stern', other: '# Sterne' },
	'pool:praise': ['Weltklasse.'],
})

test('a text without a translation is shown in English', () => {
	expect(t('Spill the tea')).toBe('Spill the tea')
	expect(inLanguage(german, () => t('Spill the tea'))).toBe('Spill the tea')
	expect(t("{name}'s Driving Today", { name: 'Bob' })).toBe("Bob's Driving Today")
	expect([0, 1, 2].map((rides) => tn('# ride', '# rides', rides))).toEqual(['0 rides', '1 ride', '2 rides'])
})

test('a text is shown in the language of the call, and only there', () => {
	expect(inLanguage(german, () => t("{name}'s Driving Today", { name: 'Bob' }))).toBe('Heute am Steuer: Bob')
	expect(inLanguage(german, () => [inLanguage(null, () => t('Save')), t('Save')])).toEqual(['Save', 'Speichern'])
	expect(() => inLanguage(german, () => fails())).toThrow()
	expect(t('Save')).toBe('Save')
})
const fails = (): never => {
	throw new Error('Not this time')
}

test('a process that speaks one language speaks it to its end', () => {
	try {
		speak(german)
		expect(t('Save')).toBe('Speichern')
		expect(inLanguage(null, () => t('Save'))).toBe('Save')
		expect(t('Save')).toBe('Speichern')
	} finally {
		speak(null)
	}
})

test('a text that means two things has a translation for each', () => {
	expect(inLanguage(german, () => t('Save', { context: 'keep a rating' }))).toBe('Behalten')
})

test('numbers take the forms and the figures of their language', () => {
	expect(inLanguage(german, () => [1, 2, 4.5].map((stars) => tn('# star', '# stars', stars)))).toEqual([
		'1 Stern',
		'2 Sterne',
		'4,5 Sterne',
	])
	const polish = catalogue('pl', {
		'# ride': { one: '# przejazd', few: '# przejazdy', many: '# przejazdów', other: '# przejazdu' },
	})
	expect(inLanguage(polish, () => [1, 3, 5, 22, 1.5].map((rides) => tn('# ride', '# rides', rides)))).toEqual([
		'1 przejazd',
		'3 przejazdy',
		'5 przejazdów',
		'22 przejazdy',
		'1,5 przejazdu',
	])
})

test('averages and lists have the marks of their language', () => {
	expect([figure(4, 1), inLanguage(german, () => figure(4, 1))]).toEqual(['4.0', '4,0'])
	expect(listed(['Smooth', 'Safe'])).toBe('Smooth, Safe')
	expect(inLanguage(catalogue('ar', {}, true), () => listed(['أ', 'ب']))).toBe('أ، ب')
})

test('a text with a bold part comes in three parts, and more tags lose no words', () => {
	expect(aroundBold('You are <b>Bob</b>.')).toEqual({ before: 'You are ', bold: 'Bob', after: '.' })
	expect(Object.values(aroundBold('You are <b>B</b>o</b>b</b>.')).join('')).toBe('You are Bob.')
})

test('a name keeps the order of the words around it', () => {
	const arabic = catalogue('ar', { 'To {name}': 'إلى {name}' }, true)
	expect(isolated('Bob')).toBe('Bob')
	expect(isolated('ليلى')).toBe('\u2068ليلى\u2069')
	expect(inLanguage(arabic, () => t('To {name}', { name: 'Bob' }))).toBe('إلى \u2068Bob\u2069')
	expect(t('To {name}', { name: 'ليلى' })).toBe('To \u2068ليلى\u2069')
})

test('a value that looks like a placeholder stays as it is', () => {
	expect(t('{name} and {other}', { name: '{other}', other: '#' })).toBe('{other} and #')
	expect(tn('# ride of {name}', '# rides of {name}', 2, { name: '#1 {name}' })).toBe('2 rides of #1 {name}')
})

test('only the name that the demo driver was born with is translated', () => {
	const demo = { id: DEMO_DRIVER_ID, display_name: 'Demo Driver' }
	const named = [demo, { ...demo, display_name: 'Bob' }, { ...demo, id: 7 }]
	const inGerman = catalogue('de', { 'Demo Driver': 'Probefahrt' })
	expect(named.map(nameOf)).toEqual(['Demo Driver', 'Bob', 'Demo Driver'])
	expect(inLanguage(inGerman, () => named.map(nameOf))).toEqual(['Probefahrt', 'Bob', 'Demo Driver'])
})

test('a pool is in the language, too', () => {
	expect(pool('pool:praise', ['Fine.'])).toEqual(['Fine.'])
	expect(inLanguage(german, () => pool('pool:praise', ['Fine.']))).toEqual(['Weltklasse.'])
})

test('texts without their values do not compile', () => {
	const text: string = 'From a variable'
	// @ts-expect-error: the name is missing.
	t("{name}'s Driving Today")
	// @ts-expect-error: there is no such placeholder.
	t("{name}'s Driving Today", { nmae: 'Bob' })
	// @ts-expect-error: a variable cannot be translated.
	t(text)
})
