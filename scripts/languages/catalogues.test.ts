import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { po } from 'gettext-parser'
import { LANGUAGES } from '#contract/languages.ts'
import { bun, runQuietly } from '../run.ts'
import {
	asFile,
	catalogueFile,
	categoriesOf,
	faultsOf,
	gapsIn,
	merged,
	readCatalogue,
	translationsIn,
} from './catalogues.ts'
import { addTexts, type Texts, textsInSources } from './texts.ts'

const textsOf = (source: string, file = 'src-ui/features/home/home-screen.tsx'): Texts => {
	const texts: Texts = { texts: new Map(), pools: new Map() }
	addTexts(texts, file, source)
	return texts
}
const empty = (language = 'de') =>
	po.parse(`msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n`)
const entry = (msgid: string, msgstr: string[], more = {}) => ({ msgid, msgstr, ...more })

test('texts are found in calls, in sentences with elements and in pools', () => {
	const { texts, pools } = textsOf(`
		// Translators: a button, at most 24 characters
		const button = () => t('Save', { context: 'keep a rating' })
		const rides = (n: number) => tn('# ride', '# rides', n)
		const sentence = <T text="No, <b>{name}</b>" b={<b />} name={name} />
		const praise = () => pool('pool:praise', PRAISE)
	`)
	expect([...texts.values()]).toEqual([
		expect.objectContaining({ text: 'Save', context: 'keep a rating', notes: ['a button, at most 24 characters'] }),
		expect.objectContaining({ text: '# ride', plural: '# rides' }),
		expect.objectContaining({ text: 'No, <b>{name}</b>', files: ['src-ui/features/home/home-screen.tsx'] }),
	])
	expect([...pools.keys()]).toEqual(['pool:praise'])
})

test('a text of the server that the browser says may stand at import', () => {
	const { texts } = textsOf(
		"const OLD = markedN('# day old', '# days old', days)",
		'src-server/operations/doctor/check.ts',
	)
	expect([...texts.values()]).toEqual([
		expect.objectContaining({ text: '# day old', plural: '# days old', isMarked: true }),
	])
})

test('a text that nobody can extract or that comes too early is refused with its line', () => {
	expect(() => textsOf('\nt(words)')).toThrow('home-screen.tsx:2: t() takes a literal')
	expect(() => textsOf('<T text={words} />')).toThrow('takes a literal')
	expect(() => textsOf("const TITLE = t('Home')", 'contract/home.ts')).toThrow('at import')
	expect(() => textsOf("const TITLE = t('Home')", 'src-electron/menu/home.ts')).toThrow('at import')
	expect(() => textsOf("const TITLE = t('Home')", 'src-electron/pages/home.ts')).not.toThrow()
	expect(() => textsOf("const title = () => t('Home')", 'contract/home.ts')).not.toThrow()
	expect(() => textsOf("tn('# ride', '# rides', n); tn('# ride', '# trips', n)")).toThrow('another plural')
	expect(() => textsOf("tn('Driver', 'Drivers', n); t('Driver')")).toThrow('another plural')
})

test('a catalogue that is up to date does not change', () => {
	const { texts } = textsOf("t('Save'); tn('# ride', '# rides', n); t('Save', { context: 'x' })")
	const file = asFile(merged(empty(), texts, 'de'))
	expect(asFile(merged(po.parse(file), texts, 'de'))).toBe(file)
})

test('a changed text keeps its translation as a proposal, which is not shown', () => {
	const before = merged(empty(), textsOf("t('Save the ride')").texts, 'de')
	const known = before.translations['']?.['Save the ride']
	if (known) known.msgstr = ['Fahrt sichern']
	const { texts } = textsOf("t('Save the rides')")
	const after = po.parse(asFile(merged(before, texts, 'de')))
	expect(after.translations['']?.['Save the rides']).toMatchObject({
		msgstr: ['Fahrt sichern'],
		comments: { flag: 'fuzzy' },
	})
	expect(gapsIn(after, texts, 'de').map(({ why }) => why)).toEqual(['is fuzzy'])
	expect(translationsIn(after, 'de')).toEqual({})
})

test('plural forms have the order and number of Intl', () => {
	expect(categoriesOf('pl')).toEqual(['one', 'few', 'many', 'other'])
	expect(categoriesOf('ar')).toEqual(['zero', 'one', 'two', 'few', 'many', 'other'])
	const { texts } = textsOf("tn('# ride', '# rides', n)")
	expect(merged(empty('ar'), texts, 'ar').translations['']?.['# ride']?.msgstr).toHaveLength(6)
})

test('faults of a translation are found', () => {
	const faults = (msgid: string, msgstr: string[], more = {}, language = 'de') =>
		faultsOf(entry(msgid, msgstr, more), language)
	expect(faults('Hello {name}', ['Hallo {name}'])).toEqual([])
	expect(faults('Hello {name}', ['Hallo {nam}'])[0]).toContain('other placeholders')
	expect(faults('No, <b>you</b>', ['Nein, <b>du'])[0]).toContain('other placeholders')
	expect(faults('Save', ['Speichern'], { comments: { extracted: 'a button, at most 8 characters' } })[0]).toContain(
		'longer than 8',
	)
	expect(faults('Save it', ['Save it'])[0]).toContain('is English')
	expect(faults('Name', ['Name'], { comments: { translator: 'Same as in English.' } })).toEqual([])
	const rides = { msgid_plural: '# rides' }
	expect(faults('# ride', ['eine Fahrt', '# Fahrten'], rides)).toEqual([])
	expect(faults('# ride', ['une course', '# de courses', '# courses'], rides, 'fr')[0]).toContain("needs '#'")
	expect(faults('{n} ride', ['{n} Fahrt', '{n} Fahrten'], { msgid_plural: '{n} rides' })).toEqual([])
	expect(faults('# ride', ['# Fahrt'], rides)[0]).toContain('needs 2 forms')
	const answers = { msgid_plural: '{count} answers' }
	expect(faults('One answer', ['Eine Antwort', '{count} Antworten'], answers)).not.toContainEqual(
		expect.stringContaining('other placeholders'),
	)
	expect(faults('One answer', ['Eine Antwort', 'Antworten'], answers)[0]).toContain('other placeholders')
})

const catalogues = LANGUAGES.map(({ tag }) => tag).filter((tag) => existsSync(catalogueFile(tag)))

test.each(catalogues)('%s says to translation tools which form a number takes', (language) => {
	const { headers } = readCatalogue(language)
	const [, count = '', plural = ''] = /nplurals=(\d+); plural=(.+);/.exec(headers['Plural-Forms'] ?? '') ?? []
	const formOf = new Function('n', `return Number(${plural})`) as (n: number) => number
	const categories = categoriesOf(language)
	const rules = new Intl.PluralRules(language)
	const numbers = [...Array(1001).keys(), 1_000_000]

	expect(Number(count)).toBe(categories.length)
	expect(numbers.map((n) => categories[formOf(n)])).toEqual(numbers.map((n) => rules.select(n)))
})

test('a text that a module reads as it runs is in a constant of a module, so that each page that runs it has the text', async () => {
	const { output } = await runQuietly([bun, 'scripts/languages/testing/read-at-import.ts'])
	const read: string[] = JSON.parse(output)
	const { texts } = textsInSources()

	expect(read).toContain('Granny at the wheel')
	expect(read.filter((key) => !texts.get(key)?.atImportIn)).toEqual([])
})
