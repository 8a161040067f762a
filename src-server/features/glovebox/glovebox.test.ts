import { expect, spyOn, test } from 'bun:test'
import type { Glovebox } from '#contract/glovebox.ts'
import { kindsSeen, sentPages } from '#db/schema.ts'
import { roadTripWith } from '#server/testing/road-trips.ts'
import { type TestBrowser, type TestMember, testApp } from '#server/testing/test-app.ts'

const gloveboxOf = async (who: TestBrowser) => (await who.get('/api/glovebox')).body as Glovebox
const EMPTY = { trips: [], months: [], years: [], kinds: { seen: [], of: 24 }, awards: [], sent: [], brought: 0 }

/** An app whose clock stands at noon UTC of a day, on which the members sign up, until a test sets it. */
async function familyOn<const Name extends string>(day: string, ...names: Name[]) {
	const app = testApp()
	let now = new Date(0)
	const on = (next: string) => {
		now = new Date(`${next}T12:00:00Z`)
	}
	app.context.clock.now = () => now
	on(day)
	const members = {} as Record<Name, TestMember>
	for (const name of names) members[name] = await app.member(name)
	const guest = app.browser()
	/** A guest gives one rating per star. */
	const rate = async (when: string, driver: { id: number }, ...stars: number[]) => {
		on(when)
		for (const starRating of stars) await app.rate(guest, driver.id, { starRating })
		on(day)
	}
	return { app, ...members, on, rate }
}

test('trips are in the glovebox of those who have a seat: under way, and for 90 days with their receipt [T68] [spec 15.16]', async () => {
	const { app, mum, dad, kid, start, getIn, getOut, arrive, say, open, at } = await roadTripWith('mum', 'dad', 'kid')
	const [guest, stranger] = [app.browser(), app.browser()]
	const token = await start(mum, dad)
	for (const who of [kid, guest]) await getIn(who, token)
	const states = async (who: TestBrowser) => (await gloveboxOf(who)).trips.map(({ state }) => state)

	expect((await gloveboxOf(guest)).trips).toEqual([{ token, title: 'To the sea', state: 'boarding', openedAt: null }])
	await getOut(kid, token)
	await arrive(mum, token)
	await say(guest, token, mum)
	for (const who of [mum, guest]) expect(await states(who)).toEqual(['rating'])
	await open(mum, token)

	for (const who of [mum, guest])
		expect((await gloveboxOf(who)).trips).toEqual([
			{ token, title: 'To the sea', state: 'open', openedAt: expect.stringMatching(/^2026-01-14T/) },
		])
	// Dad only drove, kid got out, and a stranger holds the link.
	await stranger.get(`/api/trips/${token}`)
	for (const who of [dad, kid, stranger]) expect(await states(who)).toEqual([])
	at(91 * 24)
	for (const who of [mum, guest]) expect(await states(who)).toEqual([])
})

test('a guest’s trips follow them into their account, and a deleted account leaves nothing [T68] [spec 15.16]', async () => {
	const { app, mum, dad, start, getIn, arrive, open } = await roadTripWith('mum', 'dad')
	const token = await start(mum, mum)
	const guest = app.browser()
	await getIn(guest, token)
	await arrive(mum, token)
	await open(mum, token)
	const left = guest.cookies.get('backseat_guest') ?? ''
	await guest.post('/api/login', { username: 'dad', password: dad.password })
	await dad.get(`/api/drivers/${dad.id}/stats`)

	expect(await gloveboxOf(dad)).toMatchObject({ trips: [{ token }], kinds: { seen: [{ kind: 'parked' }] } })
	const onlyCookie = app.browser()
	onlyCookie.cookies.set('backseat_guest', left)
	expect(await gloveboxOf(onlyCookie)).toEqual(EMPTY)
	await dad.delete(`/api/users/${dad.id}`, { password: dad.password, ratings: 'stay' })
	for (const who of [guest, dad, onlyCookie]) expect(await gloveboxOf(who)).toEqual(EMPTY)
	expect(app.rows(kindsSeen)).toEqual([])
})

test('strangers find nothing in it, and nobody reads who was in a car in what is another’s [T68] [spec 15.16]', async () => {
	const { app, mum, dad, kid, start, getIn } = await roadTripWith('mum', 'dad', 'kid')
	const token = await start(mum, dad)
	await getIn(kid, token)

	expect(await gloveboxOf(app.browser())).toEqual(EMPTY)
	expect(await gloveboxOf(dad)).toEqual(EMPTY)
	const text = JSON.stringify(await gloveboxOf(mum))
	for (const secret of [kid.username, String(kid.id), String(dad.id)]) expect(text).not.toContain(secret)
})

test('months are printed ones with rides, from the member’s first on, and years those in which they drove or judged [spec 15.17]', async () => {
	const { app, mum, dad, rate, on } = await familyOn('2026-12-20', 'mum', 'dad')
	app.db.write(() => app.db.orm.run(`UPDATE users SET created_at = ${Date.UTC(2026, 8, 10)} WHERE id > 2`))
	await rate('2025-12-10', dad, 4)
	await rate('2026-07-10', mum, 4)
	await rate('2026-10-05', mum, 5)
	await rate('2026-11-05', { id: 2 }, 5)
	await rate('2026-12-05', dad, 5)

	expect(await gloveboxOf(mum)).toMatchObject({ months: ['2026-10', '2026-07'], years: [2026] })
	expect(await gloveboxOf(dad)).toMatchObject({ months: ['2026-10', '2025-12'], years: [2026, 2025] })
	on('2027-01-01')
	expect((await gloveboxOf(mum)).months).toEqual(['2026-12', '2026-10', '2026-07'])
	// As guests, members may have judged before they had an account.
	on('2026-06-10')
	await app.rate(dad, mum.id)
	on('2026-07-20')
	expect((await gloveboxOf(dad)).months).toEqual(['2026-06', '2025-12'])
})

test('a kind is noted when its driver’s own session reads it, once, and by nobody else’s [spec 15.18]', async () => {
	const { app, mum, dad, rate, on } = await familyOn('2026-11-05', 'mum', 'dad')
	const read = (who: TestBrowser) => who.get(`/api/drivers/${mum.id}/stats`)
	await rate('2026-11-05', mum, 5)
	for (const who of [dad, app.browser()]) await read(who)
	expect(app.rows(kindsSeen)).toEqual([])

	// The first response is cached by now.
	await read(mum)
	on('2026-11-06')
	await read(mum)
	await rate('2026-11-06', mum, 5, 5)
	on('2026-11-07')
	await read(mum)

	expect((await gloveboxOf(mum)).kinds).toEqual({
		seen: [
			{ kind: 'chauffeur', day: '2026-11-07' },
			{ kind: 'fresh_plates', day: '2026-11-05' },
		],
		of: 24,
	})
	expect((await gloveboxOf(dad)).kinds.seen).toEqual([])
})

test('the page of one’s own profile notes the kind, too', async () => {
	const mum = await testApp().member('mum')

	await mum.get(`/profile/${mum.id}`)

	expect((await gloveboxOf(mum)).kinds.seen).toMatchObject([{ kind: 'parked' }])
})

test('awards are those of printed months as they are now, and are computed again only after a month has changed [spec 15.19]', async () => {
	const { app, mum, dad, rate } = await familyOn('2026-12-20', 'mum', 'dad')
	await rate('2026-10-10', mum, 4, 4, 4)
	await rate('2026-11-10', mum, 5, 5, 5)
	await rate('2026-11-10', dad, 4, 4, 4)
	await rate('2026-12-10', mum, 5, 5, 5)
	const read = spyOn(app.context.queries.receipts, 'totalsOfMonth')
	const awardsOf = async (who: TestBrowser) => (await gloveboxOf(who)).awards

	expect(await awardsOf(mum)).toEqual([
		{ month: '2026-11', award: 'driverOfTheMonth' },
		{ month: '2026-11', award: 'smoothest' },
		{ month: '2026-10', award: 'driverOfTheMonth' },
		{ month: '2026-10', award: 'smoothest' },
	])
	expect(await awardsOf(dad)).toEqual([
		{ month: '2026-11', award: 'smoothest' },
		{ month: '2026-11', award: 'safest' },
	])
	read.mockClear()
	await rate('2026-12-11', dad, 2)
	await awardsOf(mum)
	expect(read).not.toHaveBeenCalled()

	await dad.delete(`/api/users/${dad.id}`, { password: dad.password, ratings: 'go' })
	await rate('2026-11-11', mum, 1)
	expect((await awardsOf(mum))[0]).toEqual({ month: '2026-11', award: 'driverOfTheMonth' })
	expect(read).toHaveBeenCalled()
})

test('pages that one has sent are listed until they end [spec 15.20]', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	const DAY_MS = 86_400_000
	const now = Date.now()
	const page = (id: string, createdAt: number, endedAt: number | null = null) => ({
		id,
		userId: mum.id,
		kind: 'month' as const,
		month: '2026-10',
		createdAt: new Date(createdAt),
		endedAt: endedAt === null ? null : new Date(endedAt),
	})
	app.db.write(() =>
		app.db.orm
			.insert(sentPages)
			.values([page('here', now - DAY_MS), page('over', now - 91 * DAY_MS), page('ended', now - DAY_MS, now)])
			.run(),
	)

	expect((await gloveboxOf(mum)).sent).toEqual([
		{
			id: 'here',
			kind: 'month',
			month: '2026-10',
			path: '/r/here',
			createdAt: new Date(now - DAY_MS).toISOString(),
			expiresAt: new Date(now + 89 * DAY_MS).toISOString(),
		},
	])
	expect((await gloveboxOf(app.browser())).sent).toEqual([])
})

test('a receipt that one has sent is listed with its driver [spec 15.20]', async () => {
	const app = testApp()
	const [mum, guest] = [await app.member('mum'), app.browser()]
	const rating = await app.rate(guest, mum.id)
	const sent = await guest.post('/api/sent', { kind: 'receipt', ratingId: rating.id, pool: 'POSITIVE', place: 0 })
	expect(sent.status).toBe(201)

	expect((await gloveboxOf(guest)).sent).toMatchObject([{ kind: 'receipt', driver: 'mum' }])
})
