import { expect, test } from 'bun:test'
import { aRating, type TestBrowser, testApp } from '#server/testing/test-app.ts'

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
	const { id, ghostClaimToken } = await app.ghost(mia, HOSTILE)

	for (const page of ['/home', `/rating/${id}`, `/infographic/${id}`, `/claim/${ghostClaimToken}`]) {
		const words = await firstWordsFor(mia, page)
		expect([page, words]).toEqual([
			page,
			expect.stringContaining('&lt;/script&gt;&lt;img onerror&gt;%NONCE%&amp;&quot;'),
		])
		expect(words).not.toMatch(/<img|<\/script| style=/)
	}
})

test('a rating begins with its form, and promises a driver only what is true', async () => {
	const app = testApp()
	const mia = await app.member('mia')
	const theo = await app.member('theo')
	const ghost = await app.ghost(mia, 'Uncle Ralph')
	const promise = 'sees the stars and the day. Never who.'

	const ofMember = await firstWordsFor(mia, `/rating/${theo.id}`)

	expect(ofMember).toContain('<h1 class="driver-heading">theo&#x27;s Driving Today</h1>')
	expect(ofMember).toContain(`theo ${promise}`)
	expect(linksIn(ofMember)).toEqual(['#main', '/home', '/home', `/profile/${theo.id}`])
	expect(await firstWordsFor(mia, `/rating/${ghost.id}`)).not.toContain(promise)
	expect(await firstWordsFor(app.browser(), `/rating/${ghost.id}`)).toContain(`Uncle Ralph ${promise}`)
})

test('a rating has no form for the driver themselves, for nobody, and for who has just rated', async () => {
	const app = testApp()
	const mia = await app.member('mia')
	const theo = await app.member('theo')
	await mia.post('/api/ratings', aRating({ driverId: theo.id, raterId: mia.id }))

	for (const id of [theo.id, mia.id, 9999]) expect([id, await firstWordsFor(mia, `/rating/${id}`)]).toEqual([id, ''])
})

test('a page without a screen of its own has no first words', async () => {
	const app = testApp()

	for (const page of ['/settings', '/nope'])
		expect([page, await firstWordsFor(app.browser(), page)]).toEqual([page, ''])
})

test('a card begins with its figures and leads where its screen does', async () => {
	const app = testApp()
	const mia = await app.member('mia')
	const ghost = await app.ghost(mia, 'Uncle Ralph')
	const card = `/infographic/${ghost.id}`

	const unrated = await firstWordsFor(app.browser(), card)
	expect(unrated).toContain('<h1>Uncle Ralph</h1><p class="card-byline">not on Backseat yet</p>')
	expect(unrated).not.toContain(ghost.username)
	expect(linksIn(unrated).slice(3)).toEqual([`/rating/${ghost.id}`, '/home'])

	await mia.post('/api/ratings', aRating({ driverId: ghost.id, starRating: 4 }))
	const rated = await firstWordsFor(app.browser(), card)
	expect(rated).toContain('<p class="card-rides">1 ride rated</p>')
	expect(rated).toContain('<span class="star-value">4.0')
	expect(linksIn(await firstWordsFor(mia, '/infographic/me')).slice(2)).toEqual(['/home'])
	expect(await firstWordsFor(mia, '/infographic/999')).toBe('')
})

test('a claim link begins with its ghost and an offer that suits the viewer; a used one says nothing', async () => {
	const app = testApp()
	const mia = await app.member('mia')
	const other = await app.member('other')
	const ghost = await app.ghost(mia, 'Uncle Ralph')
	const link = `/claim/${ghost.ghostClaimToken}`

	const newcomers = await firstWordsFor(app.browser(), link)
	expect(newcomers).toContain('<p class="claim-name"><bdi lang="" translate="no">Uncle Ralph</bdi></p>')
	expect(newcomers).toContain('Show Me the Receipts')
	expect(newcomers).not.toMatch(/<input|<form|<button/)
	expect(await firstWordsFor(other, link)).toContain('You are riding as <strong>other</strong>.')

	await other.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
	expect(await firstWordsFor(app.browser(), link)).toBe('')
	expect(await firstWordsFor(app.browser(), `/infographic/${ghost.id}`)).toBe('')
})

test('the log-in begins with its fields for visitors; members wait for the screen', async () => {
	const app = testApp()
	const mia = await app.host('mia')
	const guest = app.browser()

	const words = await firstWordsFor(guest, '/auth?next=/wrapped')

	expect(linksIn(words)).toEqual(['#main', '/home', '/auth', '/home'])
	expect(words).toContain('<span class="field-label">Password</span>')
	expect(words).not.toMatch(/<input|<button|Your face/)
	expect(await firstWordsFor(mia, '/auth')).toBe('')
})

test('the sign-up begins with its fields, beside the log-in of browsers that know an account', async () => {
	const app = testApp()
	const guest = app.browser()

	expect(await firstWordsFor(guest, '/auth')).toContain('Sign up without it')
	await app.host('mia')
	for (const search of ['as=new', 'ratingId=3&driverId=2']) {
		const words = await firstWordsFor(guest, `/auth?${search}`)
		const [, newcomers, known] = words.split(/class="for-(?:newcomers|known)"/)
		expect(newcomers).toContain('Your face')
		expect(known).toContain('Forgot your password?')
		expect(words).not.toMatch(/<input|<button|Sign up without it/)
	}
})
