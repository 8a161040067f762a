import { expect, test } from 'bun:test'
import { ENGLISH, LANGUAGES, languageOf, languageTagged, offeredLanguages } from './languages.ts'

const german = languageTagged('de', LANGUAGES) ?? ENGLISH
const chosen = (wishes: Partial<Parameters<typeof languageOf>[0]>, offered: readonly (typeof ENGLISH)[] = LANGUAGES) =>
	languageOf({ instance: ENGLISH, ...wishes }, offered).tag
const accepted = (acceptLanguage: string): string => chosen({ acceptLanguage })

test('a person reads the language that they chose in this browser, else the one in their settings, else the browser’s, else the instance’s', () => {
	const wishes = { cookie: 'pl', setting: 'fr', acceptLanguage: 'it', instance: german }

	expect(chosen(wishes)).toBe('pl')
	expect(chosen({ ...wishes, cookie: null })).toBe('fr')
	expect(chosen({ ...wishes, cookie: null, setting: null })).toBe('it')
	expect(chosen({ instance: german })).toBe('de')
})

test('a browser gets the language that it prefers among ours, whatever the region', () => {
	expect(accepted('de-AT,de;q=0.9,en;q=0.8')).toBe('de')
	expect(accepted('en;q=0.5, uk;q=0.7 , ja')).toBe('uk')
	expect(accepted('pt')).toBe('pt-BR')
	expect(accepted('pt-PT, es;q=0.9')).toBe('pt-BR')
	expect(accepted('AR-eg')).toBe('ar')
	expect(accepted('zh-Hant-TW, nl;q=0.1')).toBe('nl')
	expect(accepted('ja, *;q=0.5')).toBe('en')
	expect(accepted('de;q=0, tr;q=0.001')).toBe('tr')
})

test('nobody reads a language that is not ready', () => {
	expect(chosen({ cookie: 'pl', setting: 'fr', acceptLanguage: 'it, de;q=0.1' }, [ENGLISH, german])).toBe('de')
	expect(chosen({ cookie: '__proto__', setting: 'DE', acceptLanguage: 'it' }, [ENGLISH, german])).toBe('en')
})

test.each([
	['', 'en'],
	[';,;=,q=1', 'en'],
	['de;q=9, de;q=-1, de;q=1.001, de;q=0.1234, de;x=1', 'en'],
	['de_DE, d€, -de, de-, *-de', 'en'],
	['constructor, __proto__', 'en'],
	[`${'x-'.repeat(250)},de`, 'en'],
	[`fr;q=0.1,${'a'.repeat(100_000)}`, 'fr'],
	[`${','.repeat(400)}it${',de'.repeat(100_000)}`, 'it'],
])('a malformed or endless header harms nobody: %#', (acceptLanguage, tag) => {
	expect(accepted(acceptLanguage)).toBe(tag)
})

test('English is offered', () => {
	expect(offeredLanguages).toContain(ENGLISH)
})
