import { expect, test } from 'bun:test'
import { ValidationError } from 'elysia'
import * as v from 'valibot'
import { EXIT } from '#contract/start-problems.ts'
import { StartRefused } from '#server/start-refused.ts'
import { aRating, TEST_ORIGIN, testApp } from '#server/testing/test-app.ts'
import { newClient, withClient } from './client.ts'
import { createLog } from './request-log.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const LINE = new RegExp(`^(\\S+) (\\w+) (\\w+) (\\S+) (\\d{3}) \\d+(?:\\.\\d)? ms (${UUID})\n$`)

/** The log line of one request: 'info GET /home 200'. */
function readLine(line = '') {
	const [, time = '', level, method, route, status, requestId] = LINE.exec(line) ?? []
	return { time, said: `${level} ${method} ${route} ${status}`, requestId }
}

test('each request is one line: when, how, which route, how it ended, how long it took, and its number', async () => {
	const app = testApp()

	const { headers, status } = await app.browser().get('/api/instance')
	const { time, said, requestId } = readLine(app.lines[0])

	expect(status).toBe(200)
	expect(app.lines).toHaveLength(1)
	expect(said).toBe('info GET /api/instance 200')
	expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(60_000)
	expect(requestId).toBe(headers.get('x-request-id') ?? 'none')
})

test.each([
	['GET', '/api/users/7?search=secret', 'info GET /api/users/:id 404'],
	['GET', '//api/users/secret', 'info GET /* 404'],
	['GET', '/api/ratings', 'info GET /api/ratings 200'],
	['GET', '/api/ratings/', 'info GET /api/ratings 200'],
	['GET', '/api/hidden-drivers/5', 'info GET /api/hidden-drivers/:userId 401'],
	['GET', '/api/ghost-drivers/claim/secret-token-1234', 'info GET /api/ghost-drivers/claim/:token 404'],
	['GET', '/api/trips/secret-token-1234', 'info GET /api/trips/:token 404'],
	['PUT', '/api/trips/secret-token-1234/verdicts/7', 'info PUT /api/trips/:token/verdicts/:driverId 401'],
	['GET', '/api/secret', 'info GET /api/* 404'],
	['POST', '/api/secret', 'info POST /api/* 404'],
	['PUT', '/api/users/secret', 'info PUT /api/users/:id 401'],
	['PROPFIND', '/api/home', 'info OTHER /api/* 404'],
	['GET', '/', 'info GET / 200'],
	['GET', '/home', 'info GET /home 200'],
	['GET', '/claim/secret-token-1234', 'info GET /claim/* 200'],
	['GET', '/trip/secret-token-1234', 'info GET /trip/* 200'],
	['GET', '/r/secretsecretsecret-12', 'info GET /r/* 404'],
	['POST', '/r/secretsecretsecret-12', 'info POST /* 404'],
	['GET', '/api/sent/secretsecretsecret-12', 'info GET /api/sent/:id 404'],
	['DELETE', '/api/sent/secretsecretsecret-12', 'info DELETE /api/sent/:id 401'],
	['GET', '/reset/secret-token-1234?x=y', 'info GET /reset/* 200'],
	['GET', '/invite/secret-token-1234/more', 'info GET /* 302'],
	['GET', '/HOME/', 'info GET /home 200'],
	['GET', '/secret', 'info GET /* 404'],
	['GET', '/secret/home', 'info GET /* 404'],
	['GET', '/secret.php', 'info GET /* 404'],
	['GET', '/assets/secret.js', 'info GET /* 404'],
	['POST', '/claim/secret-token-1234', 'info POST /claim/* 404'],
])('%s %s is in the log without the values in the address [T15]', async (method, path, said) => {
	const app = testApp()

	await app.ask(new Request(TEST_ORIGIN + path, { method, headers: { Host: 'localhost' } }))

	expect(app.lines.map((line) => readLine(line).said)).toEqual([said])
})

test('under a base path the routes keep their names, and what is outside it has none', async () => {
	const app = testApp({ basePath: '/rides' })
	const paths = ['/rides/api/users/7', '/rides/api/ratings/', '/rides', '/rides/claim/secret', '/claim/secret']

	for (const path of paths) await app.browser().get(path)
	await app.browser({ origin: 'http://evil.example' }).get('/rides/home')

	expect(app.lines.map((line) => readLine(line).said)).toEqual([
		'info GET /api/users/:id 404',
		'info GET /api/ratings 200',
		'info GET / 200',
		'info GET /claim/* 200',
		'info GET - 404',
		'info GET - 421',
	])
})

test('probes that find all well do not fill the log, and those that do not are in it', async () => {
	const app = testApp()

	await app.browser().get('/api/health')
	await app.browser().get('/api/ready')
	app.db.close()
	await app.browser().get('/api/ready')

	expect(app.lines.map((line) => readLine(line).said)).toEqual([
		'debug GET /api/health 200',
		'debug GET /api/ready 200',
		'warning GET /api/ready 503',
	])
})

async function everySecret() {
	const app = testApp()
	const mum = await app.member('mum')
	const guest = app.browser()
	const ghost = await app.ghost(mum, 'Uncle Zebulon')
	await app.rate(guest, ghost.id)
	const trip = await mum.post('/api/trips', { name: 'Zebulon at sea', driverIds: [ghost.id] })
	const { token } = trip.body as { token: string }
	await guest.get(`/trip/${token}?again=${token}`)
	await guest.post(`/api/trips/${token}/seat`)
	await mum.post(`/api/trips/${token}/arrive`)
	await guest.put(`/api/trips/${token}/verdicts/${ghost.id}`, { token })
	await guest.get(`/claim/${ghost.ghostClaimToken}`)
	await guest.get(`/api/ghost-drivers/claim/${ghost.ghostClaimToken}?again=${ghost.ghostClaimToken}`)
	await guest.post('/api/ghost-drivers/claim', {
		token: ghost.ghostClaimToken,
		username: 'zeb',
		password: 'pw-of-zeb-1',
	})
	await guest.post('/api/login', { username: 'mum', password: 'pw-mistyped-2' })
	await guest.post('/api/login', { username: ['pw-nonsense-3'], password: { pw: 'pw-nonsense-3' } })
	await guest.post('/api/login', '{"password":"pw-broken-json-4"')
	await guest.post('/api/users', { username: 'kid', password: 'pw-of-kid-5', email: 'kid@secret.example' })
	await guest.get('/api/nope', { Authorization: 'Bearer pw-in-header-6', Cookie: 'backseat_session=pw-in-cookie-7' })
	const made = await mum.post(`/api/users/${mum.id}/tokens`, { name: 'Zebulon', proof: { password: mum.password } })
	const access = (made.body as { token: string }).token
	for (const path of ['/api/home', `/api/home?token=${access}`, `/api/${access}`, `/${access}`, '/api/user'])
		await app.browser().get(path, { Authorization: `Bearer ${access}` })
	for (const path of [
		`/api/home?token=${access}`,
		`/api/${access}`,
		`/${access}`,
		`/claim/${access}`,
		`/x/${access}.js`,
	])
		await guest.get(path)
	app.db.close()
	await app.browser().get('/api/home', { Authorization: `Bearer ${access}` })
	await mum.post('/api/ratings', aRating({ driverId: 2 }))
	await mum.post(`/api/trips/${token}/open`)
	await app.browser().post('/api/login', { username: 'mum', password: 'pw-during-trouble-8' })
	const secrets = [
		ghost.ghostClaimToken,
		token,
		access,
		mum.password,
		...mum.cookies.values(),
		...guest.cookies.values(),
	]
	return { app, secrets: [...secrets, 'pw-', '@secret.example', 'mum', 'kid', 'Zebulon', 'zeb'] }
}

test('no password, cookie, link, address or name is in the log, not even when things go wrong [T10] [spec 14.13]', async () => {
	const { app, secrets } = await everySecret()
	const log = app.lines.join('')

	expect(app.lines.length).toBeGreaterThan(12)
	expect(app.logged.length).toBeGreaterThan(0)
	expect(log).toContain('error')
	expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
})

function saidOf(error: unknown, logFormat: 'text' | 'json' = 'text') {
	const said: string[] = []
	const sink = { write: (text: string) => said.push(text), takeLost: () => 0 }
	const request = withClient(
		new Request('http://localhost/claim/secret-token?secret=1'),
		newClient({ address: null, isHttps: false, isPublicHttps: false, isTrustworthy: true }),
	)
	createLog({ logLevel: 'info', logFormat, logRequests: false }, sink).problem('number-1', request, error)
	return said.join('')
}

test('a bug is in the log with its request’s number, where it happened, and what caused it', () => {
	const cause = new RangeError('too far')

	const lines = saidOf(new TypeError('unforeseen', { cause })).trimEnd().split('\n')

	expect(lines[0]).toMatch(/^\S+Z error number-1 GET -: TypeError: unforeseen$/)
	expect(lines[1]).toMatch(/^ {4}at .*request-log\.test\.ts:\d+:\d+/)
	expect(lines).toContain('    caused by RangeError: too far')
	expect(JSON.parse(saidOf(cause, 'json'))).toMatchObject({
		level: 'error',
		message: 'number-1 GET -: RangeError: too far',
		requestId: 'number-1',
		stack: expect.stringContaining('request-log.test.ts'),
	})
})

test('an error’s text cannot pass for lines of the log, nor for places in the code', () => {
	const said = saidOf(new Error('one\n    at forged (secret.ts:1:1)\n2026-11-21T09:00:00.000Z error two'))

	expect(said.split('\n')[0]).toEndWith(
		'Error: one\\u000a    at forged (secret.ts:1:1)\\u000a2026-11-21T09:00:00.000Z error two',
	)
	expect(said.split('\n').slice(1).join('\n')).not.toContain('forged')
})

test('what was written for the operator is one line, without places in the code', () => {
	const said = saidOf(
		new StartRefused('Cannot make a backup in /mnt/usb: the folder around it is not there.', EXIT.noDataFolder),
	)

	expect(said).toEndWith(' GET -: Cannot make a backup in /mnt/usb: the folder around it is not there.\n')
	expect(said.trimEnd()).not.toContain('\n')
})

test('whatever is thrown, the log survives it', () => {
	const loop = new Error('round')
	loop.cause = loop

	for (const thrown of ['text', 7, null, undefined, { a: 1 }, new Error(''), loop, Object.create(null)])
		expect(saidOf(thrown)).toMatch(/^\S+Z error number-1 GET -: /)
})

test('of an answer that breaks its schema the log has the place, not the value', () => {
	const schema = v.object({ users: v.array(v.object({ id: v.number() })) })
	const answer = { users: [{ id: 'x', ghostClaimToken: 'secret-token' }] }
	const issues = v.safeParse(schema, answer).issues ?? []
	const error = new ValidationError('response', schema as never, answer, false, issues as never)

	expect(saidOf(error)).toMatch(/error number-1 GET -: Error: the response breaks its schema at users\.0\.id\n/)
	expect(saidOf(error) + saidOf(error, 'json')).not.toContain('secret')
})

/** A family whose operator reads the log in a terminal: members join, claim and leave, with a failure in between. */
async function watched(settings: Parameters<typeof testApp>[0] = {}, isTerminal = true) {
	const app = testApp(settings, { isTerminal })
	const lina = await app.member('lina')
	const ghost = await app.ghost(lina, 'Grandma Elke')
	await app.rate(app.browser(), ghost.id)
	const elke = await app.claim(ghost, 'elke')
	await app.rate(lina, elke.id)
	await elke.delete(`/api/users/${elke.id}`, { password: elke.password, ratings: 'stay' })
	return app.lines.map((line) => line.replace(/^\S+Z /, '').trim())
}

test('on a terminal the log is what happened to people, not each request, and never who rated [spec 12.16]', async () => {
	expect(await watched()).toEqual([
		'info lina joined',
		expect.stringContaining('backseat user host lina on'),
		'info elke claimed Grandma Elke',
		expect.stringContaining('backseat user host elke on'),
		'info elke left',
	])
})

test('requests are there too if the operator wants them, and failures always [spec 12.16]', async () => {
	const all = await watched({ logRequests: true })
	expect(all.filter((line) => line.startsWith('info POST /api/ratings 201'))).toHaveLength(2)
	expect(all).toContain('info lina joined')

	const app = testApp({}, { isTerminal: true })
	app.db.close()
	expect((await app.browser().get('/api/home')).status).toBe(500)
	expect(app.lines.some((line) => line.includes('warning GET /api/home 500'))).toBe(true)
})

test.each([
	['not a terminal', {}, false],
	['a terminal that a program reads', { logFormat: 'json' }, true],
] as const)(
	'where it goes to %s, the log has every request and nobody’s name [T15] [spec 12.16]',
	async (_, settings, isTerminal) => {
		const lines = await watched(settings, isTerminal)

		expect(lines.filter((line) => line.includes('/api/ratings')).length).toBe(2)
		expect(lines.join()).not.toMatch(/lina|elke/i)
	},
)
