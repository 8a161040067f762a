import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { users } from '#db/schema.ts'
import { desktopGate } from '#server/http/desktop-gate.ts'
import { SECRET, withSecret } from '#server/testing/desktop-process.ts'
import { TEST_ORIGIN, type TestHost, type TestMember, testApp } from '#server/testing/test-app.ts'

afterEach(() => setSystemTime())

const MINUTE_MS = 60_000
const notHost = { status: 403, body: { code: 'not_host', message: 'Only hosts sit behind the wheel here.' } }

test('a password typed again counts for a quarter of an hour, in that session only, and a restart changes nothing [T37]', async () => {
	const app = testApp()
	const host = await app.host()
	const elsewhere = await app.signIn(host)
	const until = async (browser: typeof elsewhere) => (await browser.get('/api/host/confirmation')).body

	expect(await until(host)).toEqual({ confirmedUntil: expect.any(String) })
	expect(await until(elsewhere)).toEqual({ confirmedUntil: null })
	const restarted = testApp({}, { db: app.db })
	const again = restarted.browser()
	for (const [name, value] of host.cookies) again.cookies.set(name, value)
	expect(await until(again)).toEqual({ confirmedUntil: expect.any(String) })
	setSystemTime(Date.now() + 15 * MINUTE_MS)
	expect(await until(host)).toEqual({ confirmedUntil: null })
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

const lastHost = (name: string) => ({
	status: 409,
	body: { code: 'last_host', message: `${name} is the only host here. Make somebody else host first.` },
})
const leave = ({ id, password, ...member }: TestMember) =>
	member.delete(`/api/users/${id}`, { password, ratings: 'go' })
const unmake = (by: TestHost, { id }: { id: number }) => by.delete(`/api/host/people/${id}/host`)
const remove = (by: TestHost, { id }: { id: number }) => by.delete(`/api/host/people/${id}`, { ratings: 'stay' })
const hostsIn = (app: ReturnType<typeof testApp>) =>
	app.rows(users).flatMap(({ isHost, username }) => (isHost ? [username] : []))

test('the last host neither leaves nor becomes a plain member while others have accounts [T37]', async () => {
	const app = testApp()
	const host = await app.host('hostess')
	const mum = await app.member('mum')

	expect(await unmake(host, host)).toMatchObject(lastHost('hostess'))
	expect(await leave(host)).toMatchObject(lastHost('hostess'))
	expect((await host.get('/api/user')).status).toBe(200)

	await host.post(`/api/host/people/${mum.id}/host`)
	expect((await leave(host)).status).toBe(200)
	expect(hostsIn(app)).toEqual(['mum'])
	expect((await leave(mum)).status).toBe(200)
})

test('ghosts and the built-in two are no reason to stay', async () => {
	const app = testApp()
	const host = await app.host('hostess')
	await app.ghost(host)

	expect((await leave(host)).status).toBe(200)
})

test.each([
	['unmake each other', unmake],
	['remove each other', remove],
	['leave', leave],
])('of two hosts who %s at once, one stays [T37]', async (_, act) => {
	const app = testApp()
	const [one, other] = [await app.host('one'), await app.host('other')]
	await app.member('mum')

	const answers = await Promise.all([act(one, other), act(other, one)])

	expect(hostsIn(app)).toHaveLength(1)
	expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('in the desktop edition the person at the computer is host anyway: a made one may go', async () => {
	const app = testApp({}, { isDesktop: true })
	const [host, leaver] = [await app.host('hostess'), await app.host('leaver')]
	await app.member('mum')

	expect((await leave(leaver)).status).toBe(200)
	expect((await unmake(host, host)).status).toBe(200)
	expect(hostsIn(app)).toEqual([])
})
