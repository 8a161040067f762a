import { afterEach, expect, setSystemTime, test } from 'bun:test'
import type { Home } from '#contract/home.ts'
import { NOTICE_KINDS, type NoticeKind } from '#contract/notices.ts'
import { roadTripWith } from '#server/testing/road-trips.ts'
import { familyOf, type TestBrowser, testApp } from '#server/testing/test-app.ts'

afterEach(() => setSystemTime())

const noticeOf = async (who: TestBrowser) => ((await who.get('/api/home')).body as Home).notice
const putAway = (who: TestBrowser, kind: NoticeKind | 'coffee', body: object = {}) =>
	who.post(`/api/home/notices/${kind}/put-away`, body)
/** The popup for new ratings comes before all notices. */
const closePopup = (who: TestBrowser & { id: number }) => who.post(`/api/users/${who.id}/mark-ratings-seen`)

test('notices are announced one at a time, in their order, and putting one away reveals the next', async () => {
	const { app, mum, dad, kid, start, getIn, arrive, say, open, at } = await roadTripWith('mum', 'dad', 'kid')
	const toSea = await start(mum, dad)
	for (const who of [kid, app.browser()]) await getIn(who, toSea)
	await arrive(mum, toSea)
	await say(mum, toSea, dad)
	await open(mum, toSea)
	const home = await start(mum, dad)
	const rating = await app.rate(mum, dad.id)
	await dad.put(`/api/ratings/${rating.id}/reply`, { sticker: 'music' })

	expect(await noticeOf(mum)).toEqual({ kind: 'trip', id: home, token: home, title: 'To the sea' })
	expect((await putAway(mum, 'trip')).status).toBe(204)
	expect(await noticeOf(mum)).toMatchObject({
		kind: 'answers',
		count: 1,
		ratingId: rating.id,
		sticker: 'music',
		driver: { id: dad.id, username: 'dad' },
	})
	await putAway(mum, 'answers')
	expect(await noticeOf(mum)).toMatchObject({ kind: 'trip-receipt', token: toSea })
	await putAway(mum, 'trip-receipt')
	expect(await noticeOf(mum)).toBeNull()
	// Kid was in the car; dad only drove it.
	expect(await noticeOf(kid)).toMatchObject({ kind: 'trip-receipt', token: toSea })
	at(8 * 24)
	expect(await noticeOf(kid)).toBeNull()
})

test('a new answer is announced again, and several as the number of their drivers', async () => {
	const { app, mum, dad, kid } = await familyOf('mum', 'dad', 'kid')
	setSystemTime(Date.UTC(2026, 5, 15))
	const answered = async (driver: typeof dad, sticker: string) => {
		const rating = await app.rate(mum, driver.id)
		await driver.put(`/api/ratings/${rating.id}/reply`, { sticker })
		return rating
	}
	await answered(dad, 'rain')
	await putAway(mum, 'answers')
	expect(await noticeOf(mum)).toBeNull()

	const next = await answered(dad, 'music')
	expect(await noticeOf(mum)).toMatchObject({ kind: 'answers', count: 1, ratingId: next.id })
	await answered(kid, 'fair')
	const both = await noticeOf(mum)
	expect(both).toEqual({ kind: 'answers', id: expect.any(String), count: 2 })
	await mum.post(`/api/users/${mum.id}/mark-replies-seen`)
	expect(await noticeOf(mum)).toBeNull()
})

test('only the occurrence that was shown is put away, on all devices of a member', async () => {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	setSystemTime(Date.UTC(2026, 5, 15))
	const first = await app.rate(mum, dad.id)
	await dad.put(`/api/ratings/${first.id}/reply`, { sticker: 'rain' })
	const shown = await noticeOf(mum)
	await dad.put(`/api/ratings/${first.id}/reply`, { sticker: 'music' })

	await putAway(mum, 'answers', { id: shown?.id })
	const now = await noticeOf(mum)
	expect(now).toMatchObject({ kind: 'answers', sticker: 'music' })
	await putAway(mum, 'answers', { id: now?.id })
	expect(await noticeOf(await app.signIn(mum))).toBeNull()
})

test('what a guest brought along to their account is announced for a day', async () => {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	setSystemTime(Date.UTC(2026, 5, 15))
	const guest = app.browser()
	await app.rate(guest, mum.id)
	await guest.post('/api/login', { username: 'dad', password: dad.password })
	expect(await noticeOf(dad)).toMatchObject({ kind: 'came-along', count: 1 })
	setSystemTime(Date.UTC(2026, 5, 16, 0, 1))
	expect(await noticeOf(dad)).toBeNull()
})

test('a guest is told of trips and their receipts by cookie, and what they put away stays so after log-in', async () => {
	const { app, mum, dad, start, getIn, arrive, open } = await roadTripWith('mum', 'dad')
	const token = await start(mum, dad)
	const guest = app.browser()
	await getIn(guest, token)
	expect(await noticeOf(guest)).toMatchObject({ kind: 'trip', token })
	expect(await noticeOf(app.browser())).toBeNull()
	await arrive(mum, token)
	await open(mum, token)
	expect(await noticeOf(guest)).toMatchObject({ kind: 'trip-receipt', token })

	await putAway(guest, 'trip-receipt')
	await app.rate(guest, mum.id)
	expect(await noticeOf(guest)).toBeNull()
	await guest.post('/api/login', { username: 'dad', password: dad.password })
	await putAway(guest, 'came-along')
	await closePopup(dad)
	expect(await noticeOf(guest)).toBeNull()
})

test('no notice is announced while the popup for new ratings is due', async () => {
	const { app, mum, dad, start } = await roadTripWith('mum', 'dad')
	await start(mum, dad)
	await app.rate(dad, mum.id)
	expect(await noticeOf(mum)).toBeNull()
	await closePopup(mum)
	expect(await noticeOf(mum)).toMatchObject({ kind: 'trip' })
})

test('a host counts the first steps down for a week', async () => {
	const app = testApp()
	const host = await app.host()
	expect(await noticeOf(host)).toEqual({ kind: 'first-minute', id: 'first-minute', left: 3 })
	const bob = await app.ghost(host, 'Uncle Bob')
	expect(await noticeOf(host)).toMatchObject({ left: 2 })
	const member = await app.claim(bob, 'bob')
	expect(await noticeOf(host)).toMatchObject({ left: 1 })
	expect(await noticeOf(member)).toBeNull()
	await app.rate(member, host.id)
	await closePopup(host)
	expect(await noticeOf(host)).toBeNull()
})

test('the year is announced in December and January to members who drove or judged in it', async () => {
	setSystemTime(Date.UTC(2026, 11, 20))
	const { app, mum, dad, kid } = await familyOf('mum', 'dad', 'kid')
	await app.rate(mum, dad.id)
	await closePopup(dad)
	for (const who of [mum, dad]) expect(await noticeOf(who)).toEqual({ kind: 'year', id: '2026', year: 2026 })
	expect(await noticeOf(kid)).toBeNull()
	setSystemTime(Date.UTC(2027, 1, 1))
	for (const who of [mum, dad]) expect(await noticeOf(who)).toBeNull()
})

test('the year is announced to nobody who judged only before or after it', async () => {
	setSystemTime(Date.UTC(2025, 11, 31, 23, 59))
	const { app, mum, dad, kid } = await familyOf('mum', 'dad', 'kid')
	await app.rate(kid, dad.id)
	setSystemTime(Date.UTC(2026, 11, 31, 23, 59))
	for (const who of [mum, kid]) await who.post('/api/login', { username: who.username, password: who.password })
	await app.rate(mum, dad.id)
	setSystemTime(Date.UTC(2027, 0, 20))
	for (const who of [mum, kid]) await app.rate(who, dad.id)

	expect(await noticeOf(mum)).toMatchObject({ kind: 'year', year: 2026 })
	expect((await kid.get('/api/user')).status).toBe(200)
	expect(await noticeOf(kid)).toBeNull()
})

test('strangers put nothing away, and an unknown kind of notice is 400', async () => {
	const { app, mum } = await familyOf('mum')
	for (const kind of NOTICE_KINDS) expect((await putAway(app.browser(), kind)).status).toBe(204)
	for (const who of [mum, app.browser()]) expect((await putAway(who, 'coffee')).status).toBe(400)
	expect((await putAway(mum, 'trip', { id: 7 })).status).toBe(400)
})
