import { expect, test } from 'bun:test'
import { PAGE_PATHS, PAGES } from '#contract/pages.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'

async function answersIn(browser: TestBrowser, page: string): Promise<Record<string, unknown>> {
	const { body } = await browser.get(page)
	const [, json = 'none'] = /<script type="application\/json">(.*?)<\/script>/s.exec(String(body)) ?? []
	return JSON.parse(json)
}

async function aFamily() {
	const app = testApp()
	const jonas = await app.member('jonas')
	await jonas.patch(`/api/users/${jonas.id}`, { email: 'jonas@example.org', password: jonas.password })
	const mia = await app.member('mia')
	const bob = await app.ghost(jonas)
	const guest = app.browser()
	await app.rate(guest, bob.id)
	await app.rate(mia, jonas.id)
	return { ...app, jonas, mia, bob, viewers: { jonas, mia, guest, nobody: app.browser() } }
}

test('a page carries what the API answers to the very same person, and nothing that it would refuse', async () => {
	const { jonas, bob, viewers } = await aFamily()
	const ids = [jonas.id, bob.id, 2, 99_999, 'x', '2%2Fhide']
	const codes = [bob.ghostClaimToken, 'no-such-token-000000000000000000', '%25', 'ü']
	const pages = PAGE_PATHS.flatMap((page) => {
		const named = PAGES[page]
		return named === null ? [page] : (named === 'number' ? ids : codes).map((one) => page.replace('*', String(one)))
	})
	let compared = 0

	for (const [name, viewer] of Object.entries(viewers))
		for (const page of [...pages, '/nope'])
			for (const [address, carried] of Object.entries(await answersIn(viewer, page))) {
				const { status, body } = await viewer.get(address)
				expect([name, page, address, status, carried]).toEqual([name, page, address, 200, body])
				compared++
			}

	expect(compared).toBeGreaterThan(100)
})

test.each<[page: string, calls: string[], ofVisitors?: string[]]>([
	['/home', ['/api/home'], ['/api/instance']],
	['//Home/', ['/api/home'], ['/api/instance']],
	['/auth', ['/api/instance']],
	['/rating/2', ['/api/users/2', '/api/instance']],
	['/poster/2', ['/api/users/2', '/api/instance']],
	['/infographic/2', ['/api/users/2', '/api/drivers/2/stats', '/api/ratings/driver/2?limit=12', '/api/instance']],
	['/profile/2', ['/api/users/2', '/api/instance', '/api/drivers/2/stats']],
	['/rating/99999', ['/api/instance']],
	['/nope', []],
])('%s carries the answers to the calls that it makes first', async (page, calls, ofVisitors = []) => {
	const app = testApp({ basePath: '/rides' })
	const member = app.browser()
	await member.post('/rides/api/users', { username: 'mia', password: 'backseat', email: 'mia@example.org' })

	expect(Object.keys(await answersIn(app.browser(), `/rides${page}`))).toEqual([...calls, ...ofVisitors])
	expect(Object.keys(await answersIn(member, `/rides${page}`))).toEqual(page === '/nope' ? [] : ['/api/user', ...calls])
})

test('the page of the icon “My card” carries the card of the member who opens it, and for visitors that of nobody', async () => {
	const { jonas, viewers } = await aFamily()
	const card = [
		`/api/users/${jonas.id}`,
		`/api/drivers/${jonas.id}/stats`,
		`/api/ratings/driver/${jonas.id}?limit=12`,
		'/api/instance',
	]

	expect(Object.keys(await answersIn(jonas, '/infographic/me'))).toEqual(['/api/user', ...card])
	expect(Object.keys(await answersIn(viewers.guest, '/infographic/me'))).toEqual(['/api/instance'])
	expect(Object.keys(await answersIn(viewers.nobody, '/Infographic/me/'))).toEqual(['/api/instance'])
})

test('the page that browsers keep says nothing of the person who asks for it, and sets no cookie [T33]', async () => {
	const { jonas, viewers } = await aFamily()
	const strip = (body: unknown) => String(body).replace(/data-nonce="[^"]*"/, '')

	const pages = await Promise.all([jonas, viewers.guest, viewers.nobody].map((browser) => browser.get('/offline.html')))

	expect(new Set(pages.map(({ body }) => strip(body))).size).toBe(1)
	expect(strip(pages[0]?.body)).toContain('data-session="unknown" data-guest="none"')
	for (const { status, headers } of pages) {
		expect(status).toBe(200)
		expect(headers.getSetCookie()).toEqual([])
		expect(headers.get('Cache-Control')).toBe('no-cache')
		expect(headers.get('Content-Security-Policy')).toMatch(/style-src 'self' 'nonce-/)
	}
})

test('the page that browsers keep is in the language that its address names', async () => {
	const browser = testApp().browser()
	const page = async (query: string) => (await browser.get(`/offline.html${query}`)).headers.get('Content-Language')

	expect([await page('?language=de'), await page('?language=tlh'), await page('')]).toEqual(['de', 'en', 'en'])
})

test("nobody finds another member's address in a page, nor the token of a ghost that they have not rated", async () => {
	const { jonas, bob, viewers } = await aFamily()
	const ofBob = ['rating', 'infographic', 'poster'].map((page) => `/${page}/${bob.id}`)
	const pages = ['/', '/home', '/auth', `/profile/${jonas.id}`, ...ofBob]
	const textFor = async (browser: TestBrowser) =>
		(await Promise.all(pages.map(async (page) => String((await browser.get(page)).body)))).join()
	const secrets = ['jonas@example.org', bob.ghostClaimToken]

	const own = await textFor(jonas)
	const others = [await textFor(viewers.mia), await textFor(viewers.nobody)]

	for (const secret of secrets)
		expect([own, ...others].map((text) => text.includes(secret))).toEqual([true, false, false])
})

test('a page with answers is kept by nobody, as they are; one without differs by cookie and language only [T33]', async () => {
	const browser = testApp().browser()

	expect((await browser.get('/home')).headers.toJSON()).toMatchObject({
		'cache-control': 'no-store',
		vary: 'Cookie, Accept-Encoding, Accept-Language',
	})
	expect((await browser.get('/add-driver')).headers.toJSON()).toMatchObject({ 'cache-control': 'no-cache' })
})

test('no name ends the element that carries it', async () => {
	const app = testApp()
	const jonas = await app.member('jonas')
	const name = '</script><b>%NONCE%$&'
	const { id } = await app.ghost(jonas, name)

	const page = String((await jonas.get('/home')).body)

	expect(page.match(/<\/script/g)).toHaveLength(1)
	expect(await answersIn(jonas, '/home')).toMatchObject({ '/api/home': { drivers: [{ id, display_name: name }] } })
})

test('an answer in a page counts as a request; who has made too many gets the page without them', async () => {
	const app = testApp({ rateLimitScale: 1 })
	const browser = app.browser()

	for (let asked = 0; asked < 150; asked++) await browser.get('/rating/2')

	expect(await answersIn(browser, '/rating/2')).toEqual({})
	expect((await browser.get('/rating/2')).status).toBe(200)
	expect((await browser.get('/api/instance')).status).toBe(429)
	app.wait(1)
	expect(Object.keys(await answersIn(browser, '/rating/2'))).toHaveLength(2)
})

test('the log has one line for a page, under its own name', async () => {
	const app = testApp()

	await app.browser().get('/rating/2')

	expect(app.lines.filter((line) => line.includes('GET'))).toEqual([expect.stringContaining('GET /rating/* 200')])
})
