import { expect, test } from 'bun:test'
import { aRating, testApp } from '#server/testing/test-app.ts'

const mum = { username: 'mum', password: 'backseat' }
const publicUrl = new URL('https://rides.example.org')

test('on plain http the cookies have names of their own and no Secure', async () => {
	const browser = testApp().browser()

	const signUp = await browser.post('/api/users', mum)

	expect(signUp.cookies).toEqual([
		expect.stringMatching(/^backseat_session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
	])
})

test('at an https public URL the cookies are secure, of this host only, and bear its prefix [T9]', async () => {
	const app = testApp({ publicUrl })
	const browser = app.browser({ origin: publicUrl.origin })

	const guest = await browser.post('/api/ratings', aRating({ driverId: 2 }))
	const signUp = await browser.post('/api/users', mum)

	expect(signUp.cookies).toEqual([
		expect.stringMatching(
			/^__Host-backseat_session=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax$/,
		),
	])
	expect(guest.cookies).toEqual([expect.stringMatching(/^__Host-backseat_guest=.*; Secure; HttpOnly; SameSite=Lax$/)])
	expect((await browser.get('/api/user')).body).toMatchObject({ username: 'mum' })
	expect((await browser.post('/api/logout')).cookies).toEqual([
		'__Host-backseat_session=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax',
	])
})

test('with an https public URL the plain address on the home network still works, with plain cookies', async () => {
	const app = testApp({ publicUrl })
	const browser = app.browser({ origin: 'http://192.168.1.20:7433' })

	const signUp = await browser.post('/api/users', mum)

	expect(signUp.cookies).toEqual([expect.stringMatching(/^backseat_session=.*SameSite=Lax$/)])
	expect((await browser.get('/api/user')).status).toBe(200)
})

test('behind a trusted proxy that says https the cookies are secure; nobody else can say so', async () => {
	const app = testApp({ trustedProxies: ['10.0.0.0/8'], allowedHosts: ['nas.local'] })
	const https = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '198.51.100.1', Origin: 'https://nas.local' }
	const viaProxy = app.browser({ address: '10.1.2.3', origin: 'http://nas.local' })
	const direct = app.browser({ origin: 'http://nas.local' })

	const signUp = await viaProxy.post('/api/users', mum, https)

	expect(signUp).toMatchObject({ status: 201, cookies: [expect.stringMatching(/^__Host-.*; Secure; .*$/)] })
	expect((await viaProxy.get('/api/user', https)).status).toBe(200)
	expect(await direct.post('/api/users', mum, https)).toMatchObject({ status: 403, cookies: [] })
	expect(
		(await direct.post('/api/users', { ...mum, username: 'dad' }, { 'X-Forwarded-Proto': 'https' })).cookies,
	).toEqual([expect.stringMatching(/^backseat_session=.*SameSite=Lax$/)])
})

test('on https a cookie without the prefix, which a neighbour could set, signs nobody in', async () => {
	const app = testApp({ publicUrl })
	const browser = app.browser({ origin: publicUrl.origin })
	await browser.post('/api/users', mum)
	const token = browser.cookies.get('__Host-backseat_session') ?? ''
	const neighbour = app.browser({ origin: publicUrl.origin })
	neighbour.cookies.set('backseat_session', token)

	expect((await browser.get('/api/user')).status).toBe(200)
	expect((await neighbour.get('/api/user')).status).toBe(401)
})

test('a cookie is found among others, and a name that merely ends alike is not ours', async () => {
	const app = testApp()
	const browser = app.browser()
	await browser.post('/api/users', mum)
	const token = browser.cookies.get('backseat_session')
	const statusWith = async (Cookie: string) => (await app.browser().get('/api/user', { Cookie })).status

	expect(await statusWith(`theme=dark;backseat_session=${token};  x=1`)).toBe(200)
	expect(await statusWith(`xbackseat_session=${token}`)).toBe(401)
	expect(await statusWith(`backseat_session="${token}"`)).toBe(401)
	expect(await statusWith(`backseat_guest=${token}`)).toBe(401)
	expect(await statusWith(`Backseat_Session=${token}`)).toBe(401)
})

test('no token in an address or a header signs anybody in', async () => {
	const app = testApp()
	const browser = app.browser()
	await browser.post('/api/users', mum)
	const token = browser.cookies.get('backseat_session') ?? ''
	const stranger = app.browser()

	expect((await stranger.get(`/api/user?backseat_session=${token}`)).status).toBe(401)
	expect((await stranger.get('/api/user', { Authorization: `Bearer ${token}` })).status).toBe(401)
	expect((await stranger.get('/api/user', { 'X-Session': token })).status).toBe(401)
})

test('under a base path the cookies are for that path, so that two instances on one host do not mix up their members', async () => {
	const rides = testApp({ basePath: '/rides' })
	const secure = testApp({ basePath: '/rides', publicUrl: new URL('https://nas.example.org/rides') })

	const plain = await rides.browser().post('/rides/api/users', mum)
	const browser = secure.browser({ origin: 'https://nas.example.org' })
	const https = await browser.post('/rides/api/users', mum)

	expect(plain.cookies).toEqual([expect.stringMatching(/^backseat_session=[\w-]{43}; Path=\/rides; .*SameSite=Lax$/)])
	// Browsers accept the __Host- prefix only with the path /.
	expect(https.cookies).toEqual([
		expect.stringMatching(/^__Secure-backseat_session=[\w-]{43}; Path=\/rides; .*Secure; HttpOnly; SameSite=Lax$/),
	])
	expect((await browser.get('/rides/api/user')).body).toMatchObject({ username: 'mum' })
	expect((await browser.post('/rides/api/logout')).cookies).toEqual([
		'__Secure-backseat_session=; Path=/rides; Max-Age=0; Secure; HttpOnly; SameSite=Lax',
	])
})
