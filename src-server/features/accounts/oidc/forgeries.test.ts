import { afterAll, afterEach, expect, test } from 'bun:test'
import { type Lie, lyingProvider } from '#server/testing/lying-provider.ts'
import { testApp } from '#server/testing/test-app.ts'

const provider = lyingProvider()
afterAll(provider.end)
afterEach(() => provider.tells({}))

async function comeBackWith(lie: Lie, start: object = {}) {
	const app = testApp(provider.settings)
	const browser = app.browser()
	provider.tells(lie)
	const answer = await browser.post('/api/oidc/finish', { query: await provider.query(browser, start) })
	return { app, browser, answer }
}

const HOUR = 3600
const failsAt =
	(there: string, status: number): Lie['answers'] =>
	(path) =>
		path === there ? new Response('no', { status }) : undefined
const FORGERIES: [what: string, lie: Lie, reason: string][] = [
	['a signature by another key', { key: provider.anothersKey }, 'JWT signature verification failed'],
	[
		'another nonce',
		{ claims: (right) => ({ ...right, nonce: 'anothers' }) },
		'unexpected ID Token "nonce" claim value',
	],
	[
		'another issuer in the token',
		{ claims: (right) => ({ ...right, iss: 'https://evil.example' }) },
		'unexpected JWT "iss" (issuer) claim value',
	],
	['no issuer in the answer', { query: (query) => query.delete('iss') }, 'response parameter "iss" (issuer) missing'],
	[
		'another issuer in the answer',
		{ query: (query) => query.set('iss', 'https://evil.example') },
		'unexpected "iss" (issuer) response parameter value',
	],
	[
		'a token for another program',
		{ claims: (right) => ({ ...right, aud: 'another' }) },
		'unexpected JWT "aud" (audience) claim value',
	],
	[
		'a token of an hour ago',
		{ claims: (right) => ({ ...right, exp: Number(right.exp) - HOUR }) },
		'unexpected JWT "exp" (expiration time) claim value, expiration is past current timestamp',
	],
	['a token without a signature', { header: { alg: 'none', kid: undefined }, key: null }, 'unsupported JWS "alg"'],
	[
		'what another person is called',
		{ userinfo: { sub: 'eve-there', preferred_username: 'eve' } },
		'unexpected "response" body "sub" property value',
	],
]

test.each(FORGERIES)('forged answers are refused, each for its own reason: %s [T55]', async (_what, lie, reason) => {
	const { app, browser, answer } = await comeBackWith(lie)

	expect(answer).toMatchObject({ status: 403, body: { code: 'refused' } })
	expect(app.warnings.filter((line) => line.startsWith('A log-in with'))).toEqual([expect.stringContaining(reason)])
	expect((await browser.get('/api/user')).status).toBe(401)
	expect((await browser.post('/api/oidc/sign-up', { username: 'mum' })).status).toBe(403)
	expect(app.db.orm.all('SELECT * FROM linked_identities')).toEqual([])
})

test('what is not forged lets one in', async () => {
	const { answer } = await comeBackWith({})

	expect(answer).toMatchObject({ status: 200, body: { choose: { username: 'mum' } } })
})

test('a person who typed nothing at the provider for an hour has shown nothing, and reads what helps [B26]', async () => {
	const app = testApp(provider.settings)
	const mum = app.browser()
	await mum.post('/api/oidc/finish', { query: await provider.query(mum) })
	await mum.post('/api/oidc/sign-up', { username: 'mum' })
	const confirm = async (lie: Lie) => {
		provider.tells(lie)
		return mum.post('/api/oidc/finish', { query: await provider.query(mum, { confirm: true }) })
	}

	const long = (right: Record<string, unknown>) => ({ ...right, auth_time: Number(right.auth_time) - HOUR })
	const refused = (words: string) => ({
		status: 403,
		body: { code: 'not_proven', message: expect.stringContaining(`The Millers ${words}`) },
	})
	expect(await confirm({ claims: long })).toMatchObject(refused('did not have you log in again'))
	expect(await confirm({ claims: ({ auth_time: _, ...right }) => right })).toMatchObject(refused('does not say when'))
	expect((await confirm({})).status).toBe(200)
})

test('a provider that declines is not called a forger', async () => {
	const declines = (query: URLSearchParams) => {
		query.delete('code')
		query.set('error', 'access_denied')
	}
	const { answer } = await comeBackWith({ query: declines })

	expect(answer).toMatchObject({ status: 403, body: { code: 'refused', message: 'The Millers did not let you in.' } })
})

const AWAY: [what: string, answers: Lie['answers'], reason: string][] = [
	['fails', () => new Response('no', { status: 500 }), 'it answered 500'],
	['sends elsewhere', () => Response.redirect('https://evil.example/token'), 'it answered 302'],
	['talks without end', () => new Response('a'.repeat(70_000)), 'longer than 64 KB'],
	['does not take the secret', () => Response.json({ error: 'invalid_client' }, { status: 401 }), 'invalid_client'],
]

test.each(AWAY)('where the provider %s, the same query may be sent again [T53]', async (_what, answers, reason) => {
	const app = testApp(provider.settings)
	const browser = app.browser()
	const query = await provider.query(browser)
	provider.tells({ answers: (path) => (path === '/token' ? answers?.(path) : undefined) })

	expect(await browser.post('/api/oidc/finish', { query })).toMatchObject({
		status: 502,
		body: { code: 'provider_away', message: 'The Millers does not answer. Try again in a moment.' },
	})
	expect(app.warnings.join('\n')).toContain(reason)
	expect(app.lines.join('\n')).not.toContain('a-secret-of-the-client')

	provider.tells({})
	expect((await browser.post('/api/oidc/finish', { query })).status).toBe(200)
})

test('a provider cannot have its keys fetched from a network beside its own [T70]', async () => {
	const { issuer } = provider
	const about = {
		issuer,
		authorization_endpoint: `${issuer}/authorize`,
		token_endpoint: `${issuer}/token`,
		jwks_uri: 'http://169.254.169.254/latest/meta-data',
		authorization_response_iss_parameter_supported: true,
	}
	const answers = (path: string) => (path.startsWith('/.well-known') ? Response.json(about) : undefined)
	const { app, answer } = await comeBackWith({ answers, header: { alg: 'RS256' } })

	expect(answer).toMatchObject({ status: 502, body: { code: 'provider_away' } })
	expect(app.warnings.join('\n')).toContain('169.254.169.254 does not lead to an address of the internet')
})

test('a provider is asked of itself at the first log-in, and again where it was away; a start does without', async () => {
	provider.asked.length = 0
	const browser = testApp(provider.settings).browser()
	await browser.get('/api/instance')
	expect(provider.asked).toEqual([])
	provider.tells({ answers: () => new Response('no', { status: 503 }) })

	expect((await browser.post('/api/oidc/start', {})).body).toMatchObject({ code: 'provider_away' })
	provider.tells({})
	expect((await browser.post('/api/oidc/start', {})).status).toBe(200)
	expect((await browser.post('/api/oidc/start', {})).status).toBe(200)

	expect(provider.asked).toHaveLength(2)
})

test('an edited query is no answer to what this tab began, which stays open [T55]', async () => {
	const browser = testApp(provider.settings).browser()
	const query = await provider.query(browser)
	const edited = query.replace(/state=[^&]+/, 'state=edited')

	expect((await browser.post('/api/oidc/finish', { query: edited })).body).toMatchObject({ code: 'not_begun_here' })
	expect((await browser.post('/api/oidc/finish', { query })).status).toBe(200)
})

test('a query of 16 KB is an answer, and a longer one is not looked at [B26]', async () => {
	const browser = testApp(provider.settings).browser()
	const query = await provider.query(browser)
	const long = `${query}&extra=`.padEnd(16_384, 'a')

	// The browser sends the query in a URL, together with its other headers.
	const server = Bun.serve({ port: 0, fetch: () => new Response('the page') })
	const { status } = await fetch(new URL(`/oidc/callback${long}`, server.url), {
		headers: { 'X-More': 'm'.repeat(2000) },
	})
	await server.stop(true)
	expect(status).toBe(200)
	expect((await browser.post('/api/oidc/finish', { query: `${long}a` })).status).toBe(400)
	expect((await browser.post('/api/oidc/finish', { query: long })).status).toBe(200)
})

const INCOMPLETE: [what: string, lie: Lie][] = [
	['sends an empty refresh token', { token: { refresh_token: '' } }],
	['sends null for what it leaves out', { token: { refresh_token: null, scope: null, expires_in: null } }],
	['sends an empty scope', { token: { scope: '' } }],
	['has userinfo that fails', { answers: failsAt('/userinfo', 500) }],
	['keeps userinfo to itself', { answers: failsAt('/userinfo', 403) }],
	['has null for lists', { metadata: { scopes_supported: null, token_endpoint_auth_methods_supported: null } }],
]

test.each(INCOMPLETE)('a provider that %s keeps nobody out [B26]', async (_what, lie) => {
	const { answer } = await comeBackWith(lie)

	expect(answer).toMatchObject({ status: 200, body: { choose: {} } })
})

test('where a group decides who gets in, userinfo that fails lets nobody in [T55]', async () => {
	const browser = testApp({ ...provider.settings, oidcGroup: 'family' }).browser()
	provider.tells({ answers: failsAt('/userinfo', 403) })

	const answer = await browser.post('/api/oidc/finish', { query: await provider.query(browser) })

	expect(answer.status).toBe(403)
})

test.each([
	['/', ''],
	['', '/'],
	['/realms/home', '/realms/home/'],
	['/application/o/backseat/', '/application/o/backseat'],
])('an issuer called %j is found as %j, and members stay who they are [B26]', async (called, setAs) => {
	provider.tells({ issuerPath: called })
	const at = (path: string) => ({
		...provider.settings,
		oidcIssuer: new URL(provider.settings.oidcIssuer.origin + path),
	})
	const app = testApp(at(called))
	const mum = app.browser()
	await mum.post('/api/oidc/finish', { query: await provider.query(mum) })
	await mum.post('/api/oidc/sign-up', { username: 'mum' })

	const again = testApp(at(setAs), { db: app.db })
	const elsewhere = again.browser()
	const query = await provider.query(elsewhere)
	expect(await elsewhere.post('/api/oidc/finish', { query })).toMatchObject({ body: { user: { username: 'mum' } } })
	const { id } = (await elsewhere.get('/api/user')).body as { id: number }
	expect((await elsewhere.get(`/api/users/${id}/passkeys`)).body).toMatchObject({
		identities: [{ provider: 'The Millers' }],
	})
	const link = await elsewhere.post('/api/oidc/start', { confirm: true })
	expect(link.status).toBe(200)
})
