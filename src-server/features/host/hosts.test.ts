import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { desktopGate } from '#server/http/desktop-gate.ts'
import { SECRET, withSecret } from '#server/testing/desktop-process.ts'
import { TEST_ORIGIN, testApp } from '#server/testing/test-app.ts'

afterEach(() => setSystemTime())

const MINUTE_MS = 60_000
const notHost = { status: 403, body: { code: 'not_host', message: 'Only hosts sit behind the wheel here.' } }

test('strangers are asked to log in, members are told that only hosts sit here, hosts are answered [T37]', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	const host = await app.host()

	expect(await app.browser().get('/api/host/journal')).toMatchObject({ status: 401 })
	expect(await mum.get('/api/host/journal')).toMatchObject(notHost)
	expect(await mum.post('/api/host/confirm', { nonsense: true })).toMatchObject(notHost)
	expect(await host.get('/api/host/journal')).toMatchObject({ status: 200, body: { lines: [], hasMore: false } })
	expect((await mum.get('/api/user')).body).toMatchObject({ isHost: false })
	expect((await host.get('/api/user')).body).toMatchObject({ isHost: true })
})

test('a password typed again counts for a quarter of an hour, in that session only, and a restart changes nothing [T37]', async () => {
	const app = testApp()
	const host = await app.host()
	const elsewhere = app.browser()
	await elsewhere.post('/api/login', { username: host.username, password: host.password })
	const until = async (browser: typeof elsewhere) => (await browser.get('/api/host/confirmation')).body

	expect(await until(host)).toEqual({ confirmedUntil: expect.any(String) })
	expect(await until(elsewhere)).toEqual({ confirmedUntil: null })
	const restarted = testApp({}, { db: app.db })
	const again = restarted.browser()
	for (const [name, value] of host.cookies) again.cookies.set(name, value)
	expect(await until(again)).toEqual({ confirmedUntil: expect.any(String) })
	setSystemTime(Date.now() + 15 * MINUTE_MS)
	expect(await until(host)).toEqual({ confirmedUntil: null })
	// A clock that was set back does not make it longer.
	setSystemTime(Date.now() - 60 * MINUTE_MS)
	expect(await until(host)).toEqual({ confirmedUntil: null })
})

test('a host who is unmade is confirmed no more, also when they are made host again at once [T37]', async () => {
	const app = testApp()
	const [host, dad] = [await app.host('hostess'), await app.host('dad')]
	const until = async () => (await dad.get('/api/host/confirmation')).body
	expect(await until()).toEqual({ confirmedUntil: expect.any(String) })

	await host.delete(`/api/host/people/${dad.id}/host`)
	await host.post(`/api/host/people/${dad.id}/host`)

	expect(await until()).toEqual({ confirmedUntil: null })
	const act = await dad.delete(`/api/host/people/${host.id}/host`)
	expect(act).toMatchObject({ status: 403, body: { code: 'confirm_first' } })
	expect((await host.get('/api/host/confirmation')).body).toEqual({ confirmedUntil: expect.any(String) })
})

test('a wrong password leaves the session as it is, and counts with the tries at the login [T37]', async () => {
	const app = testApp({ rateLimitScale: 1 })
	const host = await app.host()
	const wrong = () => host.post('/api/host/confirm', { password: 'not-it-at-all' })

	expect(await wrong()).toMatchObject({ status: 403, body: { code: 'wrong_password', field: 'password' } })
	expect((await host.get('/api/user')).status).toBe(200)
	for (let i = 0; i < 4; i++) await wrong()
	const login = await app.browser().post('/api/login', { username: host.username, password: host.password })
	expect(login).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
})

test('in the desktop app’s own window every member is host; from the network, secret or not, nobody is [T36]', async () => {
	const app = testApp()
	const gate = desktopGate({ secret: SECRET, basePath: '' }, app.askAs)
	const mum = await app.member('mum')
	const cookie = [...mum.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
	const ask = async (address: string, Cookie: string, path = '/api/user') => {
		const answer = await gate(new Request(TEST_ORIGIN + path, { headers: { Host: 'localhost:7433', Cookie } }), {
			address,
		})
		return { status: answer.status, body: (await answer.json()) as unknown }
	}
	const inWindow = `${withSecret.Cookie}; ${cookie}`

	expect(await ask('127.0.0.1', inWindow)).toMatchObject({ status: 200, body: { isHost: true } })
	expect(await ask('::1', inWindow, '/api/host/journal')).toMatchObject({ status: 200 })
	expect(await ask('127.0.0.1', cookie)).toMatchObject({ status: 403, body: { code: 'desktop_only' } })
	for (const phone of ['192.168.1.44', 'fd00::44', '::ffff:192.168.1.44'])
		for (const sent of [cookie, inWindow]) {
			expect(await ask(phone, sent)).toMatchObject({ status: 200, body: { isHost: false } })
			expect(await ask(phone, sent, '/api/host/journal')).toMatchObject(notHost)
		}
})
