import { expect, test } from 'bun:test'
import { TEST_ORIGIN, testApp } from '#server/testing/test-app.ts'

const COMMON = {
	'x-content-type-options': 'nosniff',
	'x-frame-options': 'DENY',
	'referrer-policy': 'same-origin',
	'cross-origin-opener-policy': 'same-origin',
	'cross-origin-resource-policy': 'same-origin',
	'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-write=(self)',
	'x-robots-tag': 'noindex',
}

const API = { ...COMMON, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'", vary: 'Cookie' }

test('every answer of the API carries the headers, the refusals and missing files too, and is kept by nobody [T20] [T33]', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	const browser = app.browser()
	const answers = [
		await mum.get('/api/user'),
		await mum.post('/api/logout'),
		await browser.get('/api/user'),
		await browser.get('/api/nope'),
		await browser.post('/api/login', '{'),
		await browser.post('/api/login', 'x'.repeat(17_000)),
		await browser.post('/api/login', '{}', { 'Content-Type': 'text/plain' }),
		await browser.post('/api/login', {}, { Origin: 'null' }),
		await browser.get('/api/user', { Host: 'evil.example' }),
		await browser.get('/assets/gone-12345678.js'),
	]

	expect(answers.map(({ status }) => status)).toEqual([200, 204, 401, 404, 400, 413, 415, 403, 421, 404])
	for (const { headers } of answers) {
		expect(headers.toJSON()).toMatchObject({ ...API, 'cache-control': 'no-store' })
		for (const name of ['server', 'x-powered-by', 'strict-transport-security']) expect(headers.has(name)).toBe(false)
	}
})

test('a page over plain http in the home network leaves out the one header that browsers would only complain about', async () => {
	const app = testApp()
	const phone = app.browser({ origin: 'http://192.168.1.20:7433' })

	expect((await phone.get('/home')).headers.has('cross-origin-opener-policy')).toBe(false)
	expect((await phone.get('/api/home')).headers.get('cross-origin-opener-policy')).toBe('same-origin')
	expect(
		(await app.browser({ origin: 'http://127.0.0.1:7433' }).get('/home')).headers.get('cross-origin-opener-policy'),
	).toBe('same-origin')
})

test('a page runs our own scripts only, one of them in the page itself and named by its hash, and is framed by nobody [T15] [T19] [T20] [T34]', async () => {
	const browser = testApp().browser()

	const { headers, body } = await browser.get('/add-driver')

	expect(headers.toJSON()).toMatchObject({
		...COMMON,
		'cache-control': 'no-cache',
		vary: 'Cookie, Accept-Encoding, Accept-Language',
	})
	expect(headers.get('content-type')).toStartWith('text/html')
	const nonce = /data-nonce="([^"]+)"/.exec(String(body))?.[1] ?? 'none'
	expect(headers.get('content-security-policy')?.split('; ')).toEqual([
		"default-src 'none'",
		"script-src 'self' 'sha256-of-the-first-paint'",
		`style-src 'self' 'nonce-${nonce}'`,
		"img-src 'self' data: blob:",
		"font-src 'self'",
		"connect-src 'self'",
		"manifest-src 'self'",
		"worker-src 'self'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
		"object-src 'none'",
	])
})

test('each page has a nonce of its own', async () => {
	const browser = testApp().browser()
	const nonces = await Promise.all(
		[1, 2, 3].map(async () => (await browser.get('/home')).headers.get('content-security-policy')),
	)

	expect(new Set(nonces).size).toBe(3)
})

test('only at the https public URL browsers are told to stay there', async () => {
	const publicUrl = new URL('https://rides.example.org')
	const app = testApp({ publicUrl })
	const hsts = async (origin: string, path: string) =>
		(await app.browser({ origin }).get(path)).headers.get('strict-transport-security')

	expect(await hsts(publicUrl.origin, '/home')).toBe('max-age=31536000')
	expect(await hsts(publicUrl.origin, '/api/health')).toBe('max-age=31536000')
	expect(await hsts('http://192.168.1.20:7433', '/home')).toBeNull()
})

test('other programs on a machine at home keep their plain http: its own name is never promised to https', async () => {
	const hsts = async (settings: Parameters<typeof testApp>[0], headers: Record<string, string> = {}) =>
		(await testApp(settings).browser({ origin: 'https://nas.local:7433' }).get('/home', headers)).headers.get(
			'strict-transport-security',
		)
	const ownTls = { tlsCert: '/c.pem', tlsKey: '/k.pem' }
	const behindProxy = { trustedProxies: ['203.0.113.7'] }

	expect(await hsts(ownTls)).toBeNull()
	expect(await hsts({ ...ownTls, publicUrl: new URL('https://rides.example.org') })).toBeNull()
	expect(await hsts(behindProxy, { 'X-Forwarded-Proto': 'https' })).toBeNull()
	expect(await hsts({ ...ownTls, publicUrl: new URL('https://nas.local:7433') })).toBe('max-age=31536000')
})

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
const PATHS = ['', '/', '/nope', '/index.html', '/login', '/user', '/users/2', '/users/%00', '/%E0%A4%A', '/ratings/']

test('whatever is asked of the API, it never answers with HTML, nor with a server error [spec 7.1]', async () => {
	const app = testApp()
	for (const method of METHODS)
		for (const path of PATHS) {
			const headers = { Host: new URL(TEST_ORIGIN).host, Accept: 'text/html' }
			const answer = await app.ask(new Request(`${TEST_ORIGIN}/api${path}`, { method, headers }))
			const text = await answer.text()

			expect([method, path, answer.headers.get('content-type')?.split(';')[0] ?? 'none']).toEqual([
				method,
				path,
				'application/json',
			])
			expect(answer.status).toBeLessThan(500)
			if (answer.status >= 400 && text !== '')
				expect(JSON.parse(text)).toMatchObject({ message: expect.any(String), code: expect.any(String) })
			expect(text).not.toContain('<')
		}
	expect(app.logged).toEqual([])
})
