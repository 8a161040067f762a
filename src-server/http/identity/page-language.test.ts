import { expect, test } from 'bun:test'
import { LANGUAGES } from '#contract/languages.ts'
import type { Config } from '#server/settings/config.ts'
import { TEST_ORIGIN, type TestBrowser, testApp } from '#server/testing/test-app.ts'

const inEveryLanguage = (settings: Partial<Config> = {}) => testApp(settings, { offeredLanguages: LANGUAGES })
const pageIn = async (browser: TestBrowser, acceptLanguage = 'en', path = '/home') => {
	const { headers, cookies } = await browser.get(path, { 'Accept-Language': acceptLanguage })
	return { language: headers.get('content-language'), cookies }
}
const languageIn = async (...asked: Parameters<typeof pageIn>) => (await pageIn(...asked)).language

test('a page comes in the language that the browser asks for, also where there is none, and caches are told', async () => {
	const browser = inEveryLanguage().browser()

	for (const path of ['/home', '/nowhere']) {
		const { headers } = await browser.get(path, { 'Accept-Language': 'pl-PL,pl;q=0.9,en;q=0.8' })
		expect(headers.get('content-language')).toBe('pl')
		expect(headers.get('vary')).toBe('Cookie, Accept-Encoding, Accept-Language')
	}
})

test('only English is spoken as long as nothing else is ready', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	await mum.patch(`/api/users/${mum.id}`, { language: 'tlh' })
	mum.cookies.set('language', 'tlh')

	expect(await pageIn(mum, 'tlh')).toEqual({ language: 'en', cookies: [] })
})

test('who has chosen a language in this browser reads it, and the choice lasts for a year from each page on', async () => {
	const browser = inEveryLanguage().browser()
	browser.cookies.set('language', 'ar')

	expect(await pageIn(browser, 'de')).toEqual({
		language: 'ar',
		cookies: ['language=ar; Path=/; Max-Age=31536000; SameSite=Lax'],
	})
	expect((await browser.get('/offline.html')).cookies).toEqual([])
	browser.cookies.set('language', 'evil"><script>')
	expect(await pageIn(browser, 'de')).toEqual({ language: 'de', cookies: [] })
})

test('a choice is of one instance below its path, and leaves https by no other way', async () => {
	const app = inEveryLanguage({ basePath: '/rides', publicUrl: new URL('https://example.org/rides') })
	const browser = app.browser({ origin: 'https://example.org' })
	browser.cookies.set('language', 'uk')

	expect((await pageIn(browser, 'de', '/rides/home')).cookies).toEqual([
		'language=uk; Path=/rides; Max-Age=31536000; Secure; SameSite=Lax',
	])
})

test('a member reads their own language in every browser in which none was chosen, and in the others once they log in there', async () => {
	const app = inEveryLanguage()
	const mum = await app.member('mum')
	await mum.patch(`/api/users/${mum.id}`, { language: 'tr' })
	expect(await languageIn(mum, 'de')).toBe('tr')
	const tablet = app.browser()
	tablet.cookies.set('language', 'fr')
	expect(await languageIn(tablet, 'de')).toBe('fr')

	await app.signIn(mum, tablet)

	expect(tablet.cookies.get('language')).toBe('tr')
	expect(await languageIn(tablet, 'de')).toBe('tr')
})

test('a log-in changes nothing for a member who has chosen no language', async () => {
	const app = inEveryLanguage()
	const mum = await app.member('mum')
	const tablet = app.browser()
	tablet.cookies.set('language', 'fr')

	await app.signIn(mum, tablet)

	expect(tablet.cookies.get('language')).toBe('fr')
})

test('answers of the API are the same in all languages', async () => {
	const app = inEveryLanguage()
	const mum = await app.member('mum')
	mum.cookies.set('language', 'de')
	const answers = await Promise.all(
		['de', 'ar;q=0.5, pl'].map((language) => mum.get('/api/users/x', { 'Accept-Language': language })),
	)

	for (const { headers, body, cookies } of answers) {
		expect(headers.get('vary')).toBe('Cookie')
		expect({ language: headers.get('content-language'), cookies }).toEqual({ language: null, cookies: [] })
		expect(body).toMatchObject({ message: 'User not found' })
	}
})

test('robots of chats, which ask for no language, read that of the instance', async () => {
	const app = testApp({ language: 'de' }, { offeredLanguages: LANGUAGES })
	const robot = await app.ask(new Request(`${TEST_ORIGIN}/rating/2`, { headers: { Host: 'localhost:7433' } }))

	expect(robot.headers.get('content-language')).toBe('de')
})
