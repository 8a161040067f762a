import { expect, test } from 'bun:test'
import type { WaysIn } from '#contract/passkeys.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'

const PROXY = '172.18.0.2'
const STRANGER = '203.0.113.9'
const settings = { proxyUserHeader: 'Remote-User', trustedProxies: [PROXY] }
const refused = { status: 403, body: { code: 'refused' } }

const comeIn = (on: TestBrowser, name: string, said = name) =>
	on.post('/api/proxy/log-in', { name }, { 'Remote-User': said, 'X-Forwarded-For': '198.51.100.7' })

test('a person whom the proxy lets in chooses a name, and is known the next time', async () => {
	const app = testApp({ ...settings, proxyLogoutUrl: 'https://auth.example.org/logout' })
	const atTheDoor = () => app.browser({ address: PROXY })
	const mum = atTheDoor()

	const { body } = await mum.get('/api/instance', { 'Remote-User': 'mum@home.example' })
	expect(body).toMatchObject({
		signIn: { proxy: { name: 'mum@home.example', logOutUrl: 'https://auth.example.org/logout' } },
	})
	expect((await mum.get('/api/user', { 'Remote-User': 'mum@home.example' })).status).toBe(401)
	expect(await comeIn(mum, 'mum@home.example')).toMatchObject({ status: 200, body: { choose: { username: 'mum' } } })
	expect((await mum.post('/api/oidc/sign-up', { username: 'mum' })).status).toBe(201)

	expect(await comeIn(atTheDoor(), 'mum@home.example')).toMatchObject({
		status: 200,
		body: { user: { username: 'mum' } },
	})
	const opened = app.db.orm.all<{ by: string }>('SELECT DISTINCT signed_in_by AS "by" FROM sessions')
	expect(opened).toEqual([{ by: 'proxy' }])
	const { id } = (await mum.get('/api/user')).body as { id: number }
	expect(((await mum.get(`/api/users/${id}/passkeys`)).body as WaysIn).identities).toMatchObject([{ issuer: 'proxy' }])
})

test('no header makes anybody anyone unless a trusted proxy sent it [T57]', async () => {
	const app = testApp(settings)
	const past = app.browser({ address: STRANGER })

	expect(await comeIn(past, 'mum')).toMatchObject(refused)
	expect(await comeIn(past, 'mum')).toMatchObject(refused)
	// A stranger can forge the proxy's address in X-Forwarded-For.
	const pretending = { 'Remote-User': 'mum', 'X-Forwarded-For': PROXY }
	expect(await past.post('/api/proxy/log-in', { name: 'mum' }, pretending)).toMatchObject(refused)
	expect((await past.get('/api/instance', pretending)).body).toMatchObject({ signIn: { proxy: null } })
	expect(app.warnings).toEqual([expect.stringContaining(`${STRANGER} sends Remote-User`)])

	const door = app.browser({ address: PROXY })
	expect(await comeIn(door, 'mum', 'dad')).toMatchObject(refused)
	// The browser sent the header too, so it arrives together with the proxy's.
	expect(await comeIn(door, 'mum, dad')).toMatchObject(refused)
	expect(await door.post('/api/proxy/log-in', { name: 'mum' })).toMatchObject(refused)
	expect(await door.post('/api/proxy/log-in', { name: 'mum' }, { 'X-Authentik-Username': 'mum' })).toMatchObject(
		refused,
	)

	const without = testApp({ trustedProxies: [PROXY] }).browser({ address: PROXY })
	expect(await comeIn(without, 'mum')).toMatchObject({ status: 404, body: { code: 'not_here' } })
	expect((await without.get('/api/instance', { 'Remote-User': 'mum' })).body).toMatchObject({ signIn: { proxy: null } })
})

test('a member called the same is not who the proxy means, and new accounts follow the sign-up mode', async () => {
	const app = testApp(settings)
	await app.member('mum')
	expect(await comeIn(app.browser({ address: PROXY }), 'mum')).toMatchObject({ body: { choose: { username: 'mum2' } } })

	const invited = testApp({ ...settings, signup: 'invite' })
	expect(await comeIn(invited.browser({ address: PROXY }), 'mum')).toMatchObject({
		status: 403,
		body: { code: 'not_invited' },
	})
})
