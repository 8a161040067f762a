import { expect, test } from 'bun:test'
import { aRating, TEST_ORIGIN, testApp } from '#server/testing/test-app.ts'

type Settings = Parameters<typeof testApp>[0]

/** One app per combination of settings, shared by all requests that only inspect its answers. */
const apps = new Map<string, ReturnType<typeof testApp>>()
function appWith(settings: Settings = {}) {
	const key = JSON.stringify(settings)
	const app = apps.get(key) ?? testApp(settings)
	apps.set(key, app)
	return app
}

/** Sends a request with the given Host header, as a browser would from a page of `Origin`. */
async function statusFor(
	{ method = 'POST', path = '/api/logout', ...headers }: Record<string, string | undefined>,
	settings?: Settings,
) {
	const all = new Headers({ Host: 'localhost:7433' })
	for (const name in headers) all.set(name, headers[name] ?? '')
	return (await appWith(settings).ask(new Request(TEST_ORIGIN + path, { method, headers: all }))).status
}

const publicUrl = new URL('https://rides.example.org')

// addresses/host-names.test.ts covers the names that belong to a server.
test.each(['localhost:7433', '192.168.1.20', '[::1]:7433', 'RIDES.example.org:443'])(
	'the server answers at %s',
	async (Host) => {
		expect(await statusFor({ Host, method: 'GET', path: '/api/health' }, { publicUrl })).toBe(200)
		expect(await statusFor({ Host, method: 'GET', path: '/home' }, { publicUrl })).toBe(200)
	},
)

test.each(['evil.example:7433', 'localhost.evil.example', 'nas.local', 'xrides.example.org'])(
	'a page that calls this server %p gets nothing, not even the start page [T12]',
	async (Host) => {
		for (const path of ['/api/health', '/api/user', '/', '/assets/x.js'])
			expect(await statusFor({ Host, method: 'GET', path }, { publicUrl })).toBe(421)
		expect(await statusFor({ Host }, { publicUrl })).toBe(421)
	},
)

test('a program under an unknown name reads what its operator can do', async () => {
	for (const path of ['/api/health', '/home']) {
		const { status, body } = await appWith().browser({ origin: 'http://evil.example' }).get(path)
		expect([status, body]).toMatchObject([421, { code: 'unknown_host' }])
		for (const setting of ['--public-url', '--allowed-hosts'])
			expect((body as { message: string }).message).toContain(setting)
	}
})

const person = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('a person under an unknown name reads a page that names it, and what its operator can do [T12]', async () => {
	const browser = testApp({ basePath: '/rides' }).browser({ origin: 'http://nas.fritz.box:7433' })

	for (const path of ['/', '/rides', '/rides/rating/2', '/favicon.ico']) {
		const { status, headers, body } = await browser.get(path, person)
		expect([path, status, headers.get('content-type')]).toEqual([path, 421, 'text/html; charset=utf-8'])
		expect(headers.get('cache-control')).toBe('no-store')
		expect(headers.get('content-security-policy')).toContain(
			"default-src 'none'; script-src 'self'; style-src 'self' 'nonce-",
		)
		expect(body).toContain('<p class="plate">nas.fritz.box</p>')
		expect(body).toContain('--allowed-hosts nas.fritz.box')
		expect(body).toContain('--public-url http://nas.fritz.box:7433/rides')
	}
	for (const path of ['/api/user', '/rides/api/user', '/rides/api'])
		expect((await browser.get(path, person)).headers.get('content-type')).toBe('application/json')
	expect(await browser.post('/rides', {}, person)).toMatchObject({ status: 421, body: { code: 'unknown_host' } })
})

test('what is sent from a name that the operator allowed comes from our own origin; from its neighbours it does not [T12]', async () => {
	const settings = { allowedHosts: ['nas.fritz.box'] }
	const from = (Origin: string, Host = 'nas.fritz.box:7433') => statusFor({ Host, Origin }, settings)

	expect(await from('http://nas.fritz.box:7433')).toBe(204)
	expect(await from('http://nas.fritz.box:7433', 'NAS.Fritz.Box:7433')).toBe(204)
	expect(await from('http://nas.fritz.box.:7433', 'nas.fritz.box.:7433')).toBe(204)
	for (const foreign of ['http://nas.fritz.box', 'https://nas.fritz.box:7433', 'http://localhost:7433'])
		expect([foreign, await from(foreign)]).toEqual([foreign, 403])
	expect(await from('http://nas.fritz.box:7433', 'localhost:7433')).toBe(403)
})

test('the forwarded host of a stranger is not believed', async () => {
	expect(await statusFor({ Host: 'evil.example', 'X-Forwarded-Host': 'localhost' })).toBe(421)
})

test.each([
	['its own origin', { Origin: 'http://localhost:7433' }, 204],
	['no origin, so not a browser', {}, 204],
	['the same origin by fetch metadata', { 'Sec-Fetch-Site': 'same-origin' }, 204],
	['the address bar', { 'Sec-Fetch-Site': 'none' }, 204],
	['null', { Origin: 'null' }, 403],
	['an empty origin', { Origin: '' }, 403],
	['a foreign site', { Origin: 'https://evil.example' }, 403],
	['a sibling port', { Origin: 'http://localhost:8080' }, 403],
	['no port', { Origin: 'http://localhost' }, 403],
	['the same host on https', { Origin: 'https://localhost:7433' }, 403],
	['another spelling of this machine', { Origin: 'http://127.0.0.1:7433' }, 403],
	['a longer name', { Origin: 'http://localhost:7433.evil.example' }, 403],
	['a foreign site by metadata only', { 'Sec-Fetch-Site': 'cross-site' }, 403],
	['a sibling by metadata only', { 'Sec-Fetch-Site': 'same-site' }, 403],
	['its own origin, cross-site metadata', { Origin: 'http://localhost:7433', 'Sec-Fetch-Site': 'cross-site' }, 403],
] as [string, Record<string, string>, number][])('a write from %s [T11]', async (_where, headers, status) => {
	for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
		expect([method, await statusFor({ method, ...headers })]).toEqual([
			method,
			status === 204 && method !== 'POST' ? 404 : status,
		])
})

test('a foreign page may link here: reading is not refused', async () => {
	const linked = { method: 'GET', Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }

	expect(await statusFor({ ...linked, path: '/rating/2' })).toBe(200)
	expect(await statusFor({ ...linked, path: '/api/users/2' })).toBe(200)
})

test('signing in, signing up, claiming and rating are refused from foreign pages like every other write [T11]', async () => {
	const foreign = testApp().browser()
	const from = { Origin: 'https://evil.example' }

	for (const path of ['/api/login', '/api/users', '/api/register', '/api/ghost-drivers/claim', '/api/ratings'])
		expect(await foreign.post(path, aRating({ driverId: 2 }), from)).toMatchObject({
			status: 403,
			cookies: [],
			body: { code: 'cross_site' },
		})
})

test('the public URL is our own origin, also when a proxy passes another host', async () => {
	const own = { Origin: 'https://rides.example.org' }

	expect(await statusFor({ ...own, Host: 'rides.example.org' }, { publicUrl })).toBe(204)
	expect(await statusFor({ ...own, Host: '127.0.0.1:7433' }, { publicUrl })).toBe(204)
	expect(await statusFor({ Origin: 'http://rides.example.org', Host: 'rides.example.org' }, { publicUrl })).toBe(403)
})

test('no answer ever invites another origin [T11]', async () => {
	const app = testApp()
	for (const method of ['OPTIONS', 'GET', 'POST']) {
		const headers = {
			Host: 'localhost:7433',
			Origin: 'https://evil.example',
			'Access-Control-Request-Method': 'POST',
		}
		const response = await app.ask(new Request(`${TEST_ORIGIN}/api/user`, { method, headers }))
		expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
	}
})

test('under a base path the API and the pages live there, and nothing outside', async () => {
	const app = testApp({ basePath: '/rides' })
	const browser = app.browser()

	const signUp = await browser.post('/rides/api/users', { username: 'mum', password: 'backseat' })

	expect(signUp).toMatchObject({ status: 201, cookies: [expect.stringContaining('; Path=/rides; ')] })
	expect((await browser.get('/rides/api/user')).body).toMatchObject({ username: 'mum' })
	expect((await browser.get('/rides/api/user/')).status).toBe(200)
	for (const page of ['/rides', '/rides/', '/rides/home', '/rides/rating/2'])
		expect((await browser.get(page)).body).toStartWith('<html data-session="live"')
	for (const outside of ['/', '/home', '/api/user', '/api/health', '/ridesx/api/user', '/rides2', '/RIDES/api/user'])
		expect(await browser.get(outside)).toMatchObject({ status: 404, body: { code: 'not_found' } })
	for (const unknown of ['/rides/api', '/rides/api/', '/rides/api/nope', '/rides/api/rides/api/user'])
		expect(await browser.get(unknown)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('a page says whether its reader is signed in, so that visitors provoke no 401', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	const stale = app.browser()
	stale.cookies.set('backseat_session', 'A'.repeat(43))

	expect((await mum.get('/home')).body).toStartWith('<html data-session="live"')
	expect((await app.browser().get('/home')).body).toStartWith('<html data-session="none"')
	expect((await stale.get('/home')).body).toStartWith('<html data-session="none"')
})

test('writing to a page is not found', async () => {
	for (const path of ['/', '/home', '//api/login', '/apix'])
		expect(await appWith().browser().post(path, {})).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('a person beside the base path reads where the instance lives; a program gets a plain no', async () => {
	const browser = testApp({ basePath: '/rides' }).browser()

	for (const path of ['/', '/home', '/ridesx', '/RIDES/home', '//rides/home']) {
		const { status, headers, body } = await browser.get(path, person)
		expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
		expect(headers.get('cache-control')).toBe('no-store')
		expect(body).toContain('<a href="/rides/">')
		expect((await browser.get(path)).body).toMatchObject({ code: 'not_found' })
	}
	expect(await browser.get('/api/user', person)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('an address that no page has gets the app’s own page with 404, kept by nobody [T32]', async () => {
	const app = testApp()
	const mum = await app.member('mum')

	for (const path of ['/nope', '/rating/2/x', '/rating/', '/home/x', '/nope/home', '/claim/%', '//api/health']) {
		const { status, headers, body } = await mum.get(path)
		expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
		expect(headers.get('cache-control')).toBe('no-store')
		expect(body).toStartWith('<html data-session="live"')
	}
	for (const path of ['/', '/home/', '//home', '/Home', '/rating/2', '/rating/4711/', '/claim/no.such.link'])
		expect([path, (await mum.get(path)).status]).toEqual([path, 200])
})

test('a file that is not there is a plain 404, never a page [T32]', async () => {
	const plain = [404, 'text/plain; charset=utf-8', 'Not found\n']
	for (const path of [
		'/index.php',
		'/assets/',
		'/assets/nope',
		'/.well-known/x',
		'/.env',
		'/.git/config',
		'/a/b/c.PNG',
	]) {
		const { status, headers, body } = await appWith().browser().get(path, person)
		expect([path, status, headers.get('content-type'), body]).toEqual([path, ...plain])
		expect(headers.get('cache-control')).toBe('no-store')
	}
})

test('asking for the head is asking for the page: the same status, type and headers', async () => {
	const app = testApp({ basePath: '/rides' })
	const headers = { Host: 'localhost:7433', ...person }

	for (const path of ['/rides/home', '/rides/nope', '/rides/x.php', '/', '/rides/api/health', '/rides/api/nope']) {
		const [get, head] = await Promise.all(
			['GET', 'HEAD'].map((method) => app.ask(new Request(TEST_ORIGIN + path, { method, headers }))),
		)
		const shown = (response?: Response) => [path, response?.status, response?.headers.get('content-type')]
		expect(shown(head)).toEqual(shown(get))
	}
})

test('a link that a chat has mangled leads to the page that was meant, with the query, and to no other host', async () => {
	const token = 'Ab3_dEf-Gh1jKlMn0pQrStUvWxYz4_5-'
	const leadsTo = async (path: string, settings?: Settings, method = 'GET') => {
		const request = new Request(TEST_ORIGIN + path, { method, headers: { Host: 'localhost:7433' } })
		const { status, headers } = await appWith(settings).ask(request)
		return [status, headers.get('Location')]
	}

	expect(await leadsTo(`/claim/${token}).?utm_source=chat`)).toEqual([302, `/claim/${token}?utm_source=chat`])
	expect(await leadsTo(`//claim//${token}`, undefined, 'HEAD')).toEqual([302, `/claim/${token}`])
	expect(await leadsTo(`/rides/invite/${token}%3E`, { basePath: '/rides' })).toEqual([302, `/rides/invite/${token}`])
	expect(await leadsTo(`//evil.example/claim/${token}.`)).toEqual([404, null])
	expect(await leadsTo(`/claim/${token}.`, undefined, 'POST')).toEqual([404, null])
	expect(await leadsTo(`/claim/${token}`)).toEqual([200, null])
})
