import { expect, test } from 'bun:test'
import { newsSettings, pushSubscriptions } from '#db/schema.ts'
import { tokenHash } from '#server/tokens.ts'
import { DAY, NOON, newsApp, newsFamily, SLOT } from './testing/news-app.ts'

const NOT_CHOSEN = { rhythm: 'never', minute: 1110, timeZone: null, mail: false, isEmailVerified: false }

test('a member chooses days, a half hour and a time zone, and reads what they chose', async () => {
	const { app, choose } = newsApp()
	const mum = await app.member('mum')
	const path = `/api/users/${mum.id}/news`
	expect((await mum.get(path)).body).toEqual(NOT_CHOSEN)

	const chosen = { rhythm: 'sundays', minute: 480, timeZone: 'Asia/Kolkata', mail: false }
	expect(await choose(mum, chosen)).toMatchObject({ status: 200, body: { ...chosen, isEmailVerified: false } })

	expect((await mum.get(path)).body).toEqual({ ...chosen, isEmailVerified: false })
	expect(app.rows(newsSettings)).toMatchObject([{ nextAt: new Date('2026-01-18T02:30:00Z') }])
	expect((await choose(mum, { rhythm: 'never' })).status).toBe(200)
	expect(app.rows(newsSettings)).toMatchObject([{ nextAt: null }])
})

test.each([
	[{ rhythm: 'at once' }, 'Please choose evenings, sundays or never'],
	[{ minute: 7 * 60 + 30 }, 'Please choose a half hour between 8:00 and 21:00'],
	[{ minute: 21 * 60 + 30 }, 'Please choose a half hour between 8:00 and 21:00'],
	[{ minute: 1111 }, 'Please choose a half hour between 8:00 and 21:00'],
	[{ timeZone: 'Middle/Earth' }, 'That is no time zone'],
	[{ timeZone: '+01:00' }, 'That is no time zone'],
])('%j is none of the choices', async (wrong, message) => {
	const { app, choose } = newsApp()
	expect(await choose(await app.member('mum'), wrong)).toMatchObject({ status: 400, body: { message } })
})

test('news by mail take a verified address, and a server that sends mail', async () => {
	const { app, choose } = newsApp()
	const mum = await app.member('mum')
	expect(await choose(mum, { mail: true })).toMatchObject({ status: 409, body: { code: 'no_mail' } })
	const other = newsApp(WITH_MAIL)
	const aunt = await other.app.member('aunt')
	expect(await other.choose(aunt, { mail: true })).toMatchObject({ status: 409, body: { code: 'email_not_verified' } })
	expect((await aunt.get(`/api/users/${aunt.id}/news`)).body).toEqual(NOT_CHOSEN)
})

const WITH_MAIL = {
	smtpUrl: 'smtp://127.0.0.1:9',
	smtpFrom: 'rides@home.example',
	publicUrl: new URL('http://localhost:7433'),
}

test('a phone that rings is listed without its endpoint, also in the member’s own data [T60]', async () => {
	const { app, letRing, endpointOf } = newsApp()
	const mum = await app.member('mum')
	const { status, body } = await letRing(mum, 'phone')
	const { id } = body as { id: number }
	expect(status).toBe(201)

	const list = (await mum.get(`/api/users/${mum.id}/push`)).body
	expect(list).toEqual([
		{ id, endpointHash: tokenHash(endpointOf('phone')), browser: null, createdAt: new Date(NOON).toISOString() },
	])
	const data = (await mum.get(`/api/users/${mum.id}/data`)).body
	expect(data).toMatchObject({ news: null, phones: [{ browser: null, since: new Date(NOON).toISOString() }] })
	for (const told of [list, data]) expect(JSON.stringify(told)).not.toMatch(/fcm|p256dh|auth"/)
})

test('without push-contact there is no key and no phone can ring', async () => {
	const { app, letRing } = newsApp({ pushContact: null })
	const mum = await app.member('mum')
	expect((await app.browser().get('/api/instance')).body).toMatchObject({ push: null })
	expect((await letRing(mum, 'phone')).status).toBe(404)
	expect((await mum.post(`/api/users/${mum.id}/news/test`)).status).toBe(404)
	expect(app.context.queries.push.pushKey()).toBeUndefined()
})

test('a browser says the same endpoint again and is the same phone; a sixth one is too many', async () => {
	const { app, letRing } = newsApp()
	const mum = await app.member('mum')
	const ids = []
	for (const phone of ['one', 'two', 'three', 'four', 'five'])
		ids.push(((await letRing(mum, phone)).body as { id: number }).id)
	expect((await letRing(mum, 'three')).body).toEqual({ id: ids[2] })
	expect(await letRing(mum, 'six')).toMatchObject({ status: 409, body: { code: 'too_many_phones' } })

	await mum.delete(`/api/users/${mum.id}/push`, { id: ids[0] })
	expect((await letRing(mum, 'six')).status).toBe(201)
})

test('whoever takes over an endpoint has it alone: it moves and is never copied [T60]', async () => {
	const { app, letRing, choose, goTo, rung } = newsApp()
	const [mum, dad, lina] = [await app.member('mum'), await app.member('dad'), await app.member('lina')]
	await letRing(mum, 'tablet')
	await choose(mum)
	const { body } = await letRing(dad, 'tablet')

	expect((await mum.get(`/api/users/${mum.id}/push`)).body).toEqual([])
	expect((await dad.get(`/api/users/${dad.id}/push`)).body).toMatchObject([body])
	for (const rater of [dad, lina]) await app.rate(rater, mum.id)
	await goTo(SLOT)
	expect(rung).toEqual([])
})

test.each([
	['logs out', ({ app, driver }) => driver.post('/api/logout').then(() => app)],
	[
		'is signed out elsewhere',
		async ({ app, driver }) => (await app.signIn(driver)).delete(`/api/users/${driver.id}/sessions`),
	],
	[
		'is signed out by a host',
		async ({ app, driver }) => (await app.host()).delete(`/api/host/people/${driver.id}/sessions`),
	],
	[
		'changes their password',
		({ driver }) =>
			driver.put(`/api/users/${driver.id}/password`, { currentPassword: driver.password, newPassword: 'another-one' }),
	],
	[
		'sets a new password by a link',
		async ({ app, driver }) => {
			const host = await app.host()
			const { body } = await host.post(`/api/host/people/${driver.id}/reset-link`)
			const { token } = body as { token: string }
			return app.browser().post('/api/password-resets', { token, password: 'another-one' })
		},
	],
	['leaves', ({ driver }) => driver.delete(`/api/users/${driver.id}`, { password: driver.password, ratings: 'go' })],
] as [string, (family: Awaited<ReturnType<typeof newsFamily>>) => Promise<unknown>][])(
	'after a member %s nothing rings any more [T61]',
	async (_what, act) => {
		const family = await newsFamily()
		const { app, driver, mum, dad, goTo, rung } = family
		for (const rater of [mum, dad]) await app.rate(rater, driver.id)
		await act(family)

		expect(app.rows(pushSubscriptions)).toEqual([])
		await goTo(SLOT)
		expect(rung).toEqual([])
	},
)

test('a session that has expired rings no more [T61]', async () => {
	const { app, driver, mum, dad, goTo, rung } = await newsFamily()
	for (const rater of [mum, dad]) await app.rate(rater, driver.id)
	await goTo(SLOT + 31 * DAY)
	expect(rung).toEqual([])
})

test('the test rings every phone at once, and says how many of them took it', async () => {
	const { app, letRing, rung, answers } = newsApp()
	const mum = await app.member('mum')
	await letRing(mum, 'phone')
	await letRing(mum, 'tablet')
	await letRing(mum, 'old')
	answers.set('tablet', 503)
	answers.set('old', 410)

	const { body } = await mum.post(`/api/users/${mum.id}/news/test`)

	expect(body).toEqual({ rang: 1, phones: 3 })
	expect(rung.map(({ phone, message }) => [phone, message])).toEqual([['phone', { v: 1, kind: 'test' }]])
	expect((await mum.get(`/api/users/${mum.id}/push`)).body).toHaveLength(2)
	expect(app.rows(pushSubscriptions).map(({ failures }) => failures)).toEqual([0, 0])
})

test.each([
	['of a network inside', { endpoint: 'https://192.168.1.1/' }, 'endpoint'],
	['of a service nobody knows', { endpoint: 'https://push.evil.example/' }, 'endpoint'],
	['with a key off the curve', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }, 'keys'],
	['with a key that is too short', { keys: { p256dh: 'BAAA', auth: 'A'.repeat(22) } }, 'keys.p256dh'],
	['with a secret that is too short', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'AA' } }, 'keys.auth'],
])('a subscription %s is refused, and nothing is sent anywhere [T59]', async (_what, wrong, field) => {
	const { app, subscriptionOf, requests } = newsApp()
	const mum = await app.member('mum')
	const answer = await mum.post(`/api/users/${mum.id}/push`, { ...subscriptionOf('phone'), ...wrong })
	expect(answer).toMatchObject({ status: 400, body: { field } })
	expect(requests).toEqual([])
})

test('what members chose is told to no one else, and no other member can silence their phone [T3]', async () => {
	const { app, letRing, choose } = newsApp()
	const [mum, host] = [await app.member('mum'), await app.host()]
	const { id } = (await letRing(mum, 'phone')).body as { id: number }
	await choose(mum)
	await host.delete(`/api/users/${host.id}/push`, { id })
	expect(app.rows(pushSubscriptions)).toMatchObject([{ id, userId: mum.id }])
	const toOthers = [`/api/users/${mum.id}`, '/api/users', '/api/host/people', '/api/user']
	for (const address of toOthers) expect((await host.get(address)).body).not.toHaveProperty('news')
})
