import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENGLISH, LANGUAGES, type Language } from '#contract/languages.ts'
import { languageOfApp, readCatalogue } from './language.ts'

const folders: string[] = []
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const tagged = (tag: Language['tag']) => LANGUAGES.find((language) => language.tag === tag) ?? ENGLISH

test('the app speaks the first language of the system that Backseat speaks', () => {
	for (const [ofSystem, tag] of [
		[['el-GR', 'de-AT', 'fr'], 'de'],
		[['en-GB', 'de'], 'en'],
		[['pt-PT'], 'pt-BR'],
		// As Linux lists them.
		[['pl_PL.UTF-8', 'pl-PL', 'pl'], 'pl'],
		[['el-GR'], 'en'],
		[[], 'en'],
	] as const)
		expect({ ofSystem, tag: languageOfApp(null, ofSystem, LANGUAGES).tag }).toEqual({ ofSystem, tag })
})

test('a language that was chosen in the app goes before the system’s, as long as it is offered', () => {
	expect(languageOfApp('ar', ['de-DE'], LANGUAGES).tag).toBe('ar')
	expect(languageOfApp('en', ['de-DE'], LANGUAGES).tag).toBe('en')
	expect(languageOfApp('../secrets', ['de-DE'], LANGUAGES).tag).toBe('de')
	expect(languageOfApp('ar', ['de-DE'], [tagged('en'), tagged('de')]).tag).toBe('de')
})

test('each language has a file of its texts, and English needs none', () => {
	const folder = mkdtempSync(join(tmpdir(), 'backseat-languages-'))
	folders.push(folder)
	const catalogue = { locale: 'de', isRightToLeft: false, translations: { Close: 'Schließen' } }
	writeFileSync(join(folder, 'de.json'), JSON.stringify(catalogue))

	expect(readCatalogue(folder, tagged('de'))).toEqual(catalogue)
	expect(readCatalogue(folder, ENGLISH)).toBeNull()
	expect(() => readCatalogue(folder, tagged('pl'))).toThrow('pl.json')
})
