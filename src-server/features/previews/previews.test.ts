import { expect, test } from 'bun:test'
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OPENS_IN_MS } from '#contract/trips.ts'
import { openDueTrips } from '#server/features/trips/due-trips.ts'
import { loadUi } from '#server/http/files/ui-files.ts'
import type { Config } from '#server/settings/config.ts'
import { aRating, type TestBrowser, testApp } from '#server/testing/test-app.ts'
import { newLinkToken, tokenHash } from '#server/tokens.ts'

const folder = mkdtempSync(join(tmpdir(), 'backseat-preview-'))
copyFileSync(join(import.meta.dir, '../../../src-ui/index.html'), join(folder, 'index.html'))

const appWithPages = (settings: Partial<Config> = {}) =>
	testApp(settings, { ui: loadUi(settings.basePath ?? '', { folder }) })

async function previewOf(browser: TestBrowser, path: string) {
	const { status, body } = await browser.get(path)
	const found: Record<string, string> = { title: '' }
	const rewriter = new HTMLRewriter()
		.on('head > title', {
			text: ({ text }) => {
				found.title += text
			},
		})
		.on('head > meta[content]', {
			element: (meta) => {
				const name = meta.getAttribute('property') ?? meta.getAttribute('name') ?? ''
				expect(found[name]).toBeUndefined()
				found[name] = unescaped(meta.getAttribute('content') ?? '')
			},
		})
	await rewriter.transform(new Response(String(body))).text()
	const { title, description, ...rest } = found
	const of = (start: string) =>
		Object.fromEntries(
			Object.entries(rest).flatMap(([name, value]) =>
				name.startsWith(start) ? [[name.slice(start.length), value]] : [],
			),
		)
	return {
		status,
		title: unescaped(title ?? ''),
		description,
		og: of('og:'),
		twitter: of('twitter:'),
		html: String(body),
	}
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const unescaped = (text: string) => text.replaceAll(/&([#\w]+);/g, (whole, name) => NAMED[name] ?? whole)

const GENERAL = {
	title: 'Backseat',
	description: 'The app for rating rides from friends and family.',
	og: { title: 'Backseat', url: 'http://localhost:7433/' },
}

test('a card tells in a chat how a driver drives, and of what kind they are [spec 13.14]', async () => {
	const app = appWithPages()
	const jonas = await app.member('jonas')
	const bob = await app.ghost(jonas, 'Uncle Bob')
	await app.rate(jonas, bob.id, { starRating: 4 })
	await app.rate(app.browser(), bob.id, { starRating: 5, rideQuality: 'bumpy' })

	const { title, description = '', og, twitter } = await previewOf(app.browser(), `/infographic/${bob.id}`)

	expect(title).toBe("Uncle Bob's driver stats · Backseat")
	expect(description).toBe('Fresh Plates · 2 rides rated · 50% Smooth · 100% Safe · 100% Good Vibes')
	expect(og).toEqual({
		site_name: 'Backseat',
		type: 'website',
		title: 'Uncle Bob drives 4.5 stars',
		description,
		url: `http://localhost:7433/infographic/${bob.id}`,
		image: expect.stringMatching(/^http:\/\/localhost:7433\/previews\/[\w-]+\.[\w-]+\.png$/),
		'image:width': '1200',
		'image:height': '630',
		'image:alt':
			"Uncle Bob's card on Backseat: Fresh Plates, 4.5 stars, 2 rides rated, 50% Smooth · 100% Safe · 100% Good Vibes.",
	})
	expect(twitter).toEqual({ card: 'summary_large_image' })
})

test('a claim link is a sealed envelope: who it is for and how many wait, no stars, no impressions, no token in the picture [T17]', async () => {
	const app = appWithPages()
	const jonas = await app.member('jonas')
	const bob = await app.ghost(jonas, 'Uncle Bob')
	const link = `/claim/${bob.ghostClaimToken}`
	expect((await previewOf(app.browser(), link)).og.title).toBe('A seat is saved for Uncle Bob')
	await app.rate(jonas, bob.id, { starRating: 1, rideQuality: 'bumpy' })

	const { title, description, og } = await previewOf(app.browser(), link)
	await app.rate(app.browser(), bob.id, { starRating: 5 })

	expect([title, og.title]).toEqual(["You've Been Rated · Backseat", "Uncle Bob, you've been rated"])
	expect(description).toBe('1 rating waits for you on Backseat. Open the envelope, if you dare.')
	expect(og.url).toBe(`http://localhost:7433${link}`)
	expect(JSON.stringify([title, description, og.title, og['image:alt']])).not.toMatch(/star|smooth|bumpy|safe|vibe/i)
	const [, drawn = ''] = /previews\/([\w-]+)\./.exec(og.image ?? '') ?? []
	expect(Buffer.from(drawn, 'base64url').toString()).toContain('"waiting":1')
	expect(Buffer.from(drawn, 'base64url').toString()).not.toMatch(/star|smooth|bumpy/i)
	expect(og.image).not.toContain(bob.ghostClaimToken)
	expect((await previewOf(app.browser(), link)).description).toStartWith('2 ratings wait')
})

test('the pages of a driver speak of the driver, a claimed one of its claimer', async () => {
	const app = appWithPages()
	const jonas = await app.member('jonas')
	const bob = await app.ghost(jonas, 'Uncle Bob')
	const titles = async (id: number) => {
		const pages = ['rating', 'profile', 'infographic'].map((page) => previewOf(app.browser(), `/${page}/${id}`))
		return (await Promise.all(pages)).map(({ title, og }) => [title, og.title])
	}

	expect(await titles(bob.id)).toEqual([
		["Uncle Bob's Driving Today · Backseat", 'How does Uncle Bob drive?'],
		["Uncle Bob's Profile · Backseat", 'Nobody has rated Uncle Bob yet'],
		["Uncle Bob's driver stats · Backseat", 'Nobody has rated Uncle Bob yet'],
	])

	await app.rate(jonas, bob.id)
	const mia = await app.member('mia')
	await mia.post('/api/ghost-drivers/claim', { token: bob.ghostClaimToken })
	expect((await titles(bob.id)).map(([, headline]) => headline)).toEqual([
		'How does mia drive?',
		'mia drives 4.0 stars',
		'mia drives 4.0 stars',
	])
	// This includes the claimer's own browser, because the request may be a chat app's.
	for (const who of [mia, jonas, app.browser()])
		expect(await previewOf(who, `/claim/${bob.ghostClaimToken}`)).toMatchObject(GENERAL)
})

test('a road trip says who drives, never who is in, and once it is open its receipt [spec 14.9] [T42]', async () => {
	const app = appWithPages()
	const [mum, dad] = [await app.member('mum'), await app.member('dad')]
	const bob = await app.ghost(mum, 'Uncle Bob')
	await app.rate(mum, dad.id)
	const { body } = await mum.post('/api/trips', { name: 'To the sea', driverIds: [bob.id, dad.id] })
	const { token } = body as { token: string }
	const link = `/trip/${token}`
	const guests = [app.browser(), app.browser()]
	const shown = async () => {
		const { html: _, ...found } = await previewOf(app.browser(), link)
		return found
	}
	const before = await shown()
	expect([before.title, before.og.title]).toEqual(['To the sea · Backseat', 'Get in: To the sea'])
	expect(before.description).toStartWith('Uncle Bob and dad drive.')
	expect(before.og.url).toBe(`http://localhost:7433${link}`)
	for (const guest of guests) await guest.post(`/api/trips/${token}/seat`)
	await mum.post(`/api/trips/${token}/arrive`)
	for (const [nth, who] of [mum, ...guests].entries())
		await who.put(`/api/trips/${token}/verdicts/${bob.id}`, aRating({ driverId: bob.id, starRating: 5 - nth }))
	expect(await shown()).toEqual(before)
	for (const who of [mum, ...guests]) {
		const { html: _, ...found } = await previewOf(who, link)
		expect(found).toEqual(before)
	}

	await mum.post(`/api/trips/${token}/open`)
	expect(await shown()).toEqual(before)
	app.wait(OPENS_IN_MS / 1000)
	await openDueTrips(app.context)

	const { og, description } = await shown()
	expect([og.title, description]).toEqual([
		'To the sea: the receipt is printed',
		'Driver of the trip: Uncle Bob, 4.0 stars. 3 in the car.',
	])
	for (const { image } of [before.og, og]) {
		const [, drawn = ''] = /previews\/([\w-]+)\./.exec(image ?? '') ?? []
		expect(Buffer.from(drawn, 'base64url').toString()).toContain('To the sea')
		expect(`${image} ${Buffer.from(drawn, 'base64url')}`).not.toContain(token)
	}
	const pictures = (await app.browser().get(`/api/trips/${token}/pictures`)).body
	expect(pictures).toMatchObject({ preview: new URL(og.image ?? '').pathname })
	expect((await previewOf(app.browser(), `/trip/${newLinkToken()}`)).og.title).toBe('Backseat')
})

test('an invitation is announced; the link of a first start is not', async () => {
	const app = appWithPages({ signup: 'invite' })
	const linkTo = (isSetup: boolean) => {
		const token = newLinkToken()
		const { db, queries } = app.context
		db.write(() => queries.invites.insertInvite({ tokenHash: tokenHash(token), isSetup, createdAt: new Date() }))
		return `/invite/${token}`
	}
	const invitation = linkTo(false)

	const { title, og } = await previewOf(app.browser(), invitation)

	expect([title, og.title]).toEqual(["You're Invited · Backseat", 'A seat is saved for you on Backseat'])
	expect(og.url).toBe(`http://localhost:7433${invitation}`)
	expect(await previewOf(app.browser(), linkTo(true))).toMatchObject(GENERAL)
})

test.each([
	'/claim/no-such-token-000000000000',
	'/invite/no-such-token-000000000',
	'/infographic/99999',
	'/infographic/me',
	'/rating/x',
	'/profile/1',
	'/claim/%25',
	'/nope',
	'/reset/a-token-of-a-password',
	'/trip/no-such-token-000000000000',
	'/trip/%25',
	'/trip/new',
])('%s leads nowhere from outside, and is shown as Backseat itself', async (path) => {
	expect(await previewOf(appWithPages().browser(), path)).toMatchObject(GENERAL)
})

test('one’s own card by the address of the icon on a phone shows nobody, to nobody', async () => {
	const jonas = await appWithPages().member('jonas')

	expect(await previewOf(jonas, '/infographic/me')).toMatchObject(GENERAL)
})

test.each([
	['quotes', `Uncle "Bob" O'Neill`],
	['angle brackets', '</title><script>alert(1)</script>'],
	['an ampersand and an entity', 'Tom & Jerry &amp; &lt;'],
	['emoji', '🚗👩‍👩‍👧 Mum'],
	['right to left', 'דוד בוב'],
	['fifty letters', 'W'.repeat(50)],
	['placeholders', '%NONCE% %TITLE% $&'],
])('a name with %s stays a name [T19]', async (_, name) => {
	const app = appWithPages()
	const jonas = await app.member('jonas')
	const bob = await app.ghost(jonas, name)
	await app.rate(jonas, bob.id)

	for (const page of [
		`/infographic/${bob.id}`,
		`/rating/${bob.id}`,
		`/profile/${bob.id}`,
		`/claim/${bob.ghostClaimToken}`,
	]) {
		const { title, description, og, html } = await previewOf(app.browser(), page)
		expect(plain(og.title)).toContain(name)
		expect(plain(og['image:alt'])).toContain(name)
		expect(og.description).toBe(description)
		if (!page.startsWith('/claim')) expect(plain(title)).toStartWith(name)
		expect(html.match(/<\/title/g)).toHaveLength(1)
		expect(html).not.toContain('<script>alert')
	}
})

/** Removes the marks that isolate right-to-left names. */
const plain = (text = '') => text.replaceAll(/[\u2068\u2069]/g, '')

test('a page reveals to a chat nothing that depends on who opens it, and a preview opens no link [T18]', async () => {
	const app = appWithPages()
	const jonas = await app.member('jonas')
	const bob = await app.ghost(jonas, 'Uncle Bob')
	await app.rate(jonas, bob.id)
	const before = app.db.generation()

	for (const page of [
		`/infographic/${bob.id}`,
		`/rating/${bob.id}`,
		`/profile/${bob.id}`,
		`/claim/${bob.ghostClaimToken}`,
		'/home',
		'/',
	]) {
		const { html: _, ...toStranger } = await previewOf(app.browser(), page)
		const { html: __, ...toCreator } = await previewOf(jonas, page)
		expect(toCreator).toEqual(toStranger)
	}

	expect(app.db.generation()).toEqual(before)
	expect((await app.browser().get(`/api/ghost-drivers/claim/${bob.ghostClaimToken}`)).status).toBe(200)
})

test('addresses are of the public URL where there is one, else of where the page was asked, with the base path', async () => {
	const settings = { basePath: '/rides', publicUrl: new URL('https://drive.example/rides/') }
	const { og } = await previewOf(
		appWithPages(settings).browser({ origin: 'http://192.168.1.20:7433' }),
		'/rides/infographic/2',
	)
	const lan = await previewOf(
		appWithPages({ basePath: '/rides' }).browser({ origin: 'http://192.168.1.20:7433' }),
		'/rides/infographic/2?x=1',
	)

	expect(og.url).toBe('https://drive.example/rides/infographic/2')
	expect(og.image).toStartWith('https://drive.example/rides/previews/')
	expect(lan.og.url).toBe('http://192.168.1.20:7433/rides/infographic/2')
	expect(lan.og.image).toStartWith('http://192.168.1.20:7433/rides/previews/')
})

test('guessing claim links by their previews is limited like guessing them by the call [T13]', async () => {
	const app = appWithPages({ rateLimitScale: 1 })
	const jonas = await app.member('jonas')
	const bob = await app.ghost(jonas, 'Uncle Bob')
	const stranger = app.browser({ address: '198.51.100.9' })

	for (let tried = 0; tried < 30; tried++) await stranger.get(`/claim/no-such-token-000000000000${tried}`)

	expect(await previewOf(stranger, `/claim/${bob.ghostClaimToken}`)).toMatchObject(GENERAL)
	app.wait(60)
	expect((await previewOf(stranger, `/claim/${bob.ghostClaimToken}`)).og.title).toContain('Uncle Bob')
})
