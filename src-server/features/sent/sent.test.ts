import { afterEach, expect, setSystemTime, spyOn, test } from 'bun:test'
import { ALL_BAD } from '#contract/impressions.ts'
import { JOKES } from '#contract/my-receipt.ts'
import { SENT_DAYS, SENT_ID, SENT_MAX, type SentLink, type SentPage } from '#contract/sent.ts'
import { sentPages } from '#db/schema.ts'
import { contentIn } from '#server/operations/pictures/testing/content-in.ts'
import { aRating, familyOf, type TestBrowser, testApp } from '#server/testing/test-app.ts'
import { newPageId } from '#server/tokens.ts'
import { dropExpiredPagesDaily } from './expired-pages.ts'

afterEach(() => setSystemTime())

const DAY_SECONDS = 86_400
const JOKE = { pool: 'BAD_VIBE', place: 0 }
const receiptOf = ({ id }: { id: number }) => ({ kind: 'receipt', ratingId: id, ...JOKE })
const send = (who: TestBrowser, page: object) => who.post('/api/sent', page)
async function sent(who: TestBrowser, page: object): Promise<SentLink> {
	const { status, body } = await send(who, page)
	if (status !== 201) throw new Error(`It could not be sent: ${JSON.stringify(body)}`)
	return body as SentLink
}
const stranger = { address: '198.51.100.9' }

/** Mum's and a guest's two stars for a ghost of dad's. */
async function twoVerdicts() {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const bob = await app.ghost(dad, 'Uncle "Bob"')
	const guest = app.browser()
	const verdict = { starRating: 2, ...ALL_BAD }
	const mums = await app.rate(mum, bob.id, verdict)
	const guests = await app.rate(guest, bob.id, verdict)
	const shown = async ({ id }: SentLink) => {
		const { status, body } = await app.browser(stranger).get(`/api/sent/${id}`)
		return { status, page: body as SentPage }
	}
	return { app, mum, dad, bob, guest, mums, guests, shown }
}

/** A family in which dad has won November. It is now the tenth of December. */
async function afterNovember() {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const guest = app.browser()
	setSystemTime(Date.UTC(2026, 10, 12))
	const ratings = []
	for (const starRating of [5, 5, 4]) ratings.push(await app.rate(guest, dad.id, { starRating }))
	setSystemTime(Date.UTC(2026, 11, 10))
	for (const member of [mum, dad]) await app.signIn(member, member)
	return { app, mum, dad, guest, ratings }
}

test('a receipt is sent as a page that anyone can read who has its link: picture, words, and a link to rate [spec 15.12]', async () => {
	const { app, mum, bob, mums, shown } = await twoVerdicts()

	const link = await sent(mum, receiptOf(mums))

	expect(link).toEqual({ id: expect.stringMatching(SENT_ID), path: `/r/${link.id}` })
	const { page } = await shown(link)
	expect(page).toEqual({
		kind: 'receipt',
		title: '2 stars for Uncle "Bob"',
		description: JOKES.BAD_VIBE[0],
		alt: `A receipt for Uncle "Bob": 2 stars, Unsafe, Bumpy and Off vibes. ${JOKES.BAD_VIBE[0]}`,
		pictures: page.pictures,
		driverId: bob.id,
		month: null,
	})
	const picture = { kind: 'receipt', name: 'Uncle "Bob"', starRating: 2, joke: JOKES.BAD_VIBE[0] }
	expect(contentIn(page.pictures.preview)[2]).toMatchObject(picture)
	const { status, body, headers } = await app.browser(stranger).get(link.path)
	const html = String(body)
	expect(status).toBe(200)
	expect(html).toContain('<meta property="og:title" content="2 stars for Uncle &quot;Bob&quot;">')
	expect(html).toContain(`<meta property="og:image" content="http://localhost:7433${page.pictures.preview}">`)
	expect(html).toContain(`<meta property="og:url" content="http://localhost:7433${link.path}">`)
	expect(html).toContain('<meta name="robots" content="noindex">')
	expect(html).toContain(`srcset="${page.pictures.story}"`)
	expect(html).toContain(
		`<img src="${page.pictures.preview}" width="1200" height="630" alt="A receipt for Uncle &quot;`,
	)
	expect(html).toContain(`<a class="button" href="/rating/${bob.id}">Rate them, too</a>`)
	expect(headers.get('x-robots-tag')).toBe('noindex')
	expect(headers.get('cache-control')).toBe('no-store')
})

test('the page needs no script and is allowed none, and its one style is the one that its policy names [T67]', async () => {
	const { app, mum, mums } = await twoVerdicts()
	const { path } = await sent(mum, receiptOf(mums))

	for (const address of [path, `/r/${newPageId()}`]) {
		const { body, headers } = await app.browser(stranger).get(address)
		const html = String(body)
		expect(html).not.toMatch(/<script|\son\w+=|style="|javascript:/i)
		const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? []
		const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
		expect(headers.get('content-security-policy')).toBe(
			`default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
		)
	}
})

test('the page names neither sender nor group, and is the same for everyone [T67]', async () => {
	const { app, mum, dad, bob, mums } = await twoVerdicts()
	const { path } = await sent(mum, receiptOf(mums))
	const [forStranger, ...others] = await Promise.all(
		[app.browser(stranger), mum, dad, await app.host()].map(async (who) => (await who.get(path)).body),
	)

	for (const page of others) expect(page).toBe(forStranger)
	const html = String(forStranger).replaceAll(String(bob.id), '')
	for (const secret of ['mum', 'dad', String(mum.id), String(dad.id), String(mums.id)])
		expect(html).not.toContain(secret)
})

test('a changed rating changes the picture [spec 15.12]', async () => {
	const { mum, mums, shown } = await twoVerdicts()
	const link = await sent(mum, receiptOf(mums))

	await mum.put(`/api/ratings/${mums.id}`, { ...ALL_BAD, starRating: 1 })

	const { page } = await shown(link)
	expect(page.title).toStartWith('1 star for')
	expect(contentIn(page.pictures.story)[2]).toMatchObject({ starRating: 1 })
})

test('a page ends with its rating, with the driver, with its sender, after 90 days, and by its sender [spec 15.13]', async () => {
	const { app, mum, dad, mums, guest, guests, shown } = await twoVerdicts()
	const kid = await app.member('kid')
	const ofDad = await app.rate(kid, dad.id)
	const onDad = await app.rate(mum, dad.id)
	const pages = {
		takenBack: await sent(mum, receiptOf(mums)),
		ended: await sent(guest, receiptOf(guests)),
		ofSender: await sent(kid, receiptOf(ofDad)),
		ofDriver: await sent(mum, receiptOf(onDad)),
	}
	const statuses = async () => Promise.all(Object.values(pages).map(async (page) => (await shown(page)).status))
	expect(await statuses()).toEqual([200, 200, 200, 200])

	await mum.delete(`/api/ratings/${mums.id}`)
	expect((await guest.delete(`/api/sent/${pages.ended.id}`)).status).toBe(204)
	expect((await guest.delete(`/api/sent/${pages.ended.id}`)).status).toBe(204)
	await kid.delete(`/api/users/${kid.id}`, { password: kid.password, ratings: 'stay' })
	expect(await statuses()).toEqual([404, 404, 404, 200])
	await dad.delete(`/api/users/${dad.id}`, { password: dad.password, ratings: 'stay' })
	expect(await statuses()).toEqual([404, 404, 404, 404])
	expect(app.rows(sentPages).map(({ id }) => id)).toEqual([pages.ended.id])

	const again = await sent(guest, receiptOf(guests))
	app.wait(SENT_DAYS * DAY_SECONDS - 60)
	expect((await shown(again)).status).toBe(200)
	app.wait(120)
	expect((await shown(again)).status).toBe(404)
	const daily = dropExpiredPagesDaily(app.context)
	app.wait(1)
	await daily.stop()
	expect(app.rows(sentPages)).toEqual([])
})

test('a page follows a guest to the account, and ends when the rating is given back [spec 15.13]', async () => {
	const { app, dad, guest, guests, shown } = await twoVerdicts()
	const first = await sent(guest, receiptOf(guests))
	await app.rate(guest, 2)
	const second = await sent(guest, receiptOf(guests))
	const planted = app.browser()
	await app.rate(planted, 2)
	expect((await planted.delete(`/api/sent/${first.id}`)).status).toBe(404)

	await guest.post('/api/login', { username: 'dad', password: dad.password })
	expect(await Promise.all([first, second].map(async (page) => (await shown(page)).status))).toEqual([200, 200])
	expect((await guest.delete(`/api/sent/${first.id}`)).status).toBe(204)
	expect((await guest.post(`/api/ratings/${guests.id}/not-mine`)).status).toBeLessThan(300)

	expect((await shown(second)).status).toBe(404)
})

test('unknown and ended pages are the same 404 in every byte, with the general preview, and cost the same [T67] [spec 15.13]', async () => {
	const { app, mum, dad, guest, guests, mums } = await twoVerdicts()
	const ended = await sent(mum, receiptOf(mums))
	await mum.delete(`/api/sent/${ended.id}`)
	const givenBack = await sent(guest, receiptOf(guests))
	await guest.post('/api/login', { username: 'dad', password: dad.password })
	await guest.post(`/api/ratings/${guests.id}/not-mine`)
	const lookedUp = spyOn(app.context.queries.ratings, 'ratingByRowId')
	const read = async (path: string) => {
		const { status, body, headers } = await app.browser(stranger).get(path)
		headers.delete('x-request-id')
		return { status, body, headers: headers.toJSON() }
	}

	const unknown = await read(`/r/${newPageId()}`)

	expect(unknown.status).toBe(404)
	expect(String(unknown.body)).toContain('<meta property="og:title" content="Backseat">')
	expect(String(unknown.body)).toContain('<meta property="og:url" content="http://localhost:7433/">')
	for (const id of [ended.id, givenBack.id, 'x', '', `${ended.id}x`, '%00', `${ended.id}/more`])
		expect([id, await read(`/r/${id}`)]).toEqual([id, unknown])
	const problem = async (id: string) => {
		const { status, body } = await app.browser(stranger).get(`/api/sent/${id}`)
		return { status, body: { ...(body as object), requestId: '' } }
	}
	for (const id of [ended.id, givenBack.id, 'x']) expect(await problem(id)).toEqual(await problem(newPageId()))
	expect(lookedUp).not.toHaveBeenCalled()
	expect(app.logged).toEqual([])
})

test('punctuation that a chat adds to the link does no harm', async () => {
	const { app, mum, mums } = await twoVerdicts()
	const { path } = await sent(mum, receiptOf(mums))

	for (const end of ['.', ')', '%20', '?utm=x', '*']) expect((await app.browser().get(path + end)).status).toBe(200)
})

test('what strangers must not send: others’ ratings, months as guests, and awards that are not theirs are 404 [T17] [T67]', async () => {
	const { app, mum, dad, guest, ratings } = await afterNovember()
	const strange = app.browser()
	await app.rate(strange, 2)
	const notFound = { status: 404, body: { code: 'not_found' } }
	const month = { kind: 'month', month: '2026-11' }
	const award = { kind: 'award', month: '2026-11', award: 'driverOfTheMonth' }
	const year = { kind: 'year', year: 2026 }
	const [one] = ratings

	for (const page of [receiptOf(one ?? { id: 1 }), month, award, year]) {
		expect((await send(app.browser(), page)).status).toBe(401)
		expect(await send(strange, page)).toMatchObject(notFound)
	}
	for (const page of [receiptOf(one ?? { id: 1 }), award, year]) expect(await send(mum, page)).toMatchObject(notFound)
	for (const unprinted of ['2026-12', '2027-01', '2026-10'])
		expect(await send(dad, { ...month, month: unprinted })).toMatchObject(notFound)
	expect(await send(dad, { ...award, award: 'ghostOfTheMonth' })).toMatchObject(notFound)
	for (const page of [{ kind: 'coffee' }, { ...receiptOf({ id: 7 }), place: 99 }, { ...year, year: 'x' }, {}])
		expect((await send(dad, page)).status).toBe(400)
	const { id } = await sent(dad, award)
	for (const who of [mum, guest, strange]) expect(await who.delete(`/api/sent/${id}`)).toMatchObject(notFound)
	expect((await app.browser().delete(`/api/sent/${id}`)).status).toBe(401)
	expect((await app.browser().get(`/r/${id}`)).status).toBe(200)
})

test('awards, printed months and years have pages, decided by what the sender may send at each view [spec 15.14]', async () => {
	const { app, mum, dad, ratings } = await afterNovember()
	const award = await sent(dad, { kind: 'award', month: '2026-11', award: 'driverOfTheMonth' })
	const month = await sent(mum, { kind: 'month', month: '2026-11' })
	const year = await sent(dad, { kind: 'year', year: 2026 })
	const read = async ({ id }: SentLink) => (await app.browser().get(`/api/sent/${id}`)).body as SentPage

	expect(await read(award)).toMatchObject({
		kind: 'award',
		title: 'Driver of the Month in November 2026: dad',
		description: '4.7 stars. Applause from the back seat.',
		driverId: dad.id,
		month: null,
	})
	const printed = await read(month)
	expect(printed).toMatchObject({ kind: 'month', title: 'November 2026 is printed', driverId: null, month: '2026-11' })
	expect(printed.alt).toStartWith(
		'The receipt of November 2026: 3 rides, 1 driver, 0 speed bumps. Driver of the Month: dad, 4.7 stars.',
	)
	expect(contentIn(printed.pictures.preview)[2]).toMatchObject({ rides: 3, people: 1, bumpy: 0 })
	const html = String((await app.browser().get(month.path)).body)
	expect(html).toContain('Members read this. <a href="/auth?next=%2Freceipts%2F2026-11">Log in</a>')
	expect(html).not.toContain('Rate them, too')
	expect(await read(year)).toMatchObject({ kind: 'year', title: "dad's 2026 behind the wheel", driverId: dad.id })

	const { queries, db } = app.context
	const taken = queries.ratings.ratingById(ratings[0]?.id ?? 0)
	if (taken) db.write(() => queries.ratings.dropRating(taken))

	for (const page of [award, year]) expect((await app.browser().get(page.path)).status).toBe(404)
	expect(contentIn((await read(month)).pictures.preview)[2]).toMatchObject({ rides: 2, awards: [] })
})

test('the page of a year of judging leads to Backseat, because its sender has hardly driven', async () => {
	const { app, mum } = await afterNovember()
	for (let ride = 0; ride < 3; ride++) await app.rate(mum, 2)
	const { id, path } = await sent(mum, { kind: 'year', year: 2026 })

	expect((await app.browser().get(`/api/sent/${id}`)).body).toMatchObject({ driverId: null, month: null })
	const html = String((await app.browser().get(path)).body)
	expect(html).toContain('<a class="button" href="/">To Backseat</a>')
	expect(html).not.toMatch(/Rate them, too|Log in/)
})

test('twenty pages can be sent in 24 hours, ended ones included, and sixty by the guests of one address [T67] [spec 15.12]', async () => {
	const app = testApp({ rateLimitScale: 1 })
	const mum = await app.member('mum')
	const guest = app.browser({ address: '198.51.100.20' })
	for (const who of [mum, guest]) {
		const rating = await app.rate(who, 2)
		for (let nth = 0; nth < SENT_MAX; nth++) {
			const { id } = await sent(who, receiptOf(rating))
			if (nth % 2 === 0) await who.delete(`/api/sent/${id}`)
		}
		expect(await send(who, receiptOf(rating))).toMatchObject({
			status: 429,
			body: { code: 'rate_limited', message: 'You have sent enough for a day. The next one can go in 24 hours.' },
		})
		app.wait(3600)
		expect((await send(who, receiptOf(rating))).headers.get('retry-after')).toMatch(/^82[78]\d\d$/)
		app.wait(23 * 3600)
		await sent(who, receiptOf(rating))
	}
	const other = app.browser({ address: '198.51.100.20' })
	const rating = await app.rate(other, 2)
	app.limits.sentPagesOfAddress.takeUpTo('198.51.100.20', 60)
	expect((await send(other, receiptOf(rating))).status).toBe(429)
})

test('a sealed verdict has no page before it is opened', async () => {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const { body } = await mum.post('/api/ratings', aRating({ driverId: dad.id, delivery: 'evening' }))

	expect(await send(mum, receiptOf(body as { id: number }))).toMatchObject({ status: 409, body: { code: 'sealed' } })
	expect(app.rows(sentPages)).toEqual([])
})

test('below a base path all addresses of a page have it, and its own path does not', async () => {
	const app = testApp({ basePath: '/rides', publicUrl: new URL('https://drive.example/rides/') })
	const on = app.browser({ origin: 'http://192.168.1.20:7433' })
	await on.post('/rides/api/users', { username: 'mum', password: 'mum-secret' })
	const { body } = await on.post('/rides/api/ratings', aRating({ driverId: 2 }))
	const made = (await on.post('/rides/api/sent', receiptOf(body as { id: number }))).body as SentLink

	const { status, body: html } = await app.browser().get(`/rides${made.path}`)

	expect([status, made.path]).toEqual([200, `/r/${made.id}`])
	expect(String(html)).toContain(`content="https://drive.example/rides${made.path}"`)
	expect(String(html).match(/(?:href|src|srcset)="(?!\/rides\/)[^"]*"/g)).toBeNull()
})
