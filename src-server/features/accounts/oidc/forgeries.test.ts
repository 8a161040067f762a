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
	[
		'an edited query',
		{ query: (query) => query.set('state', 'edited') },
		'unexpected "state" response parameter value',
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

test('a person who typed nothing at the provider for an hour has shown nothing', async () => {
	const app = testApp(provider.settings)
	const mum = app.browser()
	await mum.post('/api/oidc/finish', { query: await provider.query(mum) })
	await mum.post('/api/oidc/sign-up', { username: 'mum' })
	const confirm = async (lie: Lie) => {
		provider.tells(lie)
		return mum.post('/api/oidc/finish', { query: await provider.query(mum, { confirm: true }) })
	}

	const long = (right: Record<string, unknown>) => ({ ...right, auth_time: Number(right.auth_time) - HOUR })
	expect(await confirm({ claims: long })).toMatchObject({ status: 403, body: { code: 'refused' } })
	expect(await confirm({ claims: ({ auth_time: _, ...right }) => right })).toMatchObject({ status: 403 })
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

test('an answer longer than 4,096 characters is not looked at', async () => {
	const browser = testApp(provider.settings).browser()

	expect((await browser.post('/api/oidc/finish', { query: `?code=${'a'.repeat(4096)}` })).status).toBe(400)
})
