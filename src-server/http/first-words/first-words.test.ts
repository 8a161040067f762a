import { expect, test } from 'bun:test'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'

const HOSTILE = '</script><img onerror>%NONCE%&"'

async function firstWordsFor(browser: TestBrowser, page = '/home'): Promise<string> {
	const { body } = await browser.get(page)
	return /<div class="first-words">.*?<\/main><\/div><\/div>/s.exec(String(body))?.[0] ?? ''
}

const linksIn = (html: string) => Array.from(html.matchAll(/<a href="([^"]*)"/g), ([, href]) => href)

test('home begins with the rows of its viewer, whom a link leads where the row of the screen does', async () => {
	const app = testApp()
	const mia = await app.member('mia')
	const ghost = await app.ghost(mia, 'Uncle Ralph')

	const own = await firstWordsFor(mia)
	const visitors = await firstWordsFor(app.browser())

	expect(own).toContain('<span class="driver-name">Uncle Ralph</span>')
	expect(own).toContain('not on Backseat yet')
	expect(linksIn(own)).toEqual([
		'#main',
		'/home',
		`/profile/${mia.id}`,
		`/rating/${ghost.id}`,
		'/add-driver',
		'/trip/new',
	])
	expect(linksIn(visitors)).toEqual(['#main', '/home', '/auth', '/rating/2', '/auth'])
})

test('below a base path the links are below it, too', async () => {
	const visitor = testApp({ basePath: '/rides' }).browser()

	const links = linksIn(await firstWordsFor(visitor, '/rides/home'))

	expect(links).toEqual(['#main', '/rides/home', '/rides/auth', '/rides/rating/2', '/rides/auth'])
})

test('a name is text in the first words, whatever it contains', async () => {
	const app = testApp()
	const mia = await app.member('mia')
	await mia.post('/api/ghost-drivers', { username: HOSTILE })

	const words = await firstWordsFor(mia)

	expect(words).toContain('&lt;/script&gt;&lt;img onerror&gt;%NONCE%&amp;&quot;')
	expect(words).not.toMatch(/<img|<\/script| style=/)
})

test('a page without a screen of its own has no first words', async () => {
	const app = testApp()

	for (const page of ['/settings', '/nope'])
		expect([page, await firstWordsFor(app.browser(), page)]).toEqual([page, ''])
})
