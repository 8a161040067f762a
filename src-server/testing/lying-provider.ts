import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Config } from '#server/settings/config.ts'
import { TEST_ORIGIN, type TestBrowser } from './test-app.ts'

/* A provider that forges its answers: everything is correct except the parts that a test replaces. */

const CLIENT = 'backseat'
const SUBJECT = 'mum-there'

type Claims = Record<string, unknown>
export type Lie = {
	/** Makes forged claims of the ID token from the correct ones. */
	claims?: (right: Claims) => Claims
	/** Forged header of the ID token, and the key that signs it; null signs nothing. */
	header?: Claims
	key?: KeyObject | null
	/** Changes the query of a correct answer. */
	query?: (right: URLSearchParams) => void
	userinfo?: Claims
	/** Additional fields in the token response and in the metadata. */
	token?: Claims
	metadata?: Claims
	/** The path that follows the origin in its issuer name. */
	issuerPath?: string
	/** Answers for a path, instead of the correct ones. */
	answers?: (path: string) => Response | Promise<Response> | undefined
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export function lyingProvider() {
	const [own, anothers] = [newKeys(), newKeys()]
	let lie: Lie = {}
	let nonce = ''
	const asked: string[] = []

	const calledNow = () => issuer + (lie.issuerPath ?? '')
	const idToken = () => {
		const now = Math.floor(Date.now() / 1000)
		const right = { iss: calledNow(), sub: SUBJECT, aud: CLIENT, iat: now, exp: now + 300, nonce, auth_time: now }
		const content = `${base64url({ alg: 'ES256', kid: 'own', ...lie.header })}.${base64url(lie.claims?.(right) ?? right)}`
		const key = lie.key === undefined ? own.privateKey : lie.key
		const signature = key ? sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }) : Buffer.alloc(0)
		return `${content}.${signature.toString('base64url')}`
	}
	const answer = (path: string): unknown => {
		if (path.endsWith('/.well-known/openid-configuration'))
			return {
				issuer: calledNow(),
				authorization_endpoint: `${issuer}/authorize`,
				token_endpoint: `${issuer}/token`,
				userinfo_endpoint: `${issuer}/userinfo`,
				jwks_uri: `${issuer}/keys`,
				id_token_signing_alg_values_supported: ['ES256', 'none'],
				authorization_response_iss_parameter_supported: true,
				...lie.metadata,
			}
		if (path === '/keys') return { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig' }] }
		if (path === '/token') return { access_token: 'a-token', token_type: 'Bearer', id_token: idToken(), ...lie.token }
		return lie.userinfo ?? { sub: SUBJECT, preferred_username: 'mum' }
	}
	const server = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch: async ({ url }) => {
			const { pathname } = new URL(url)
			asked.push(pathname)
			return (await lie.answers?.(pathname)) ?? Response.json(answer(pathname))
		},
	})
	const issuer = `http://127.0.0.1:${server.port}`

	return {
		issuer,
		asked,
		anothersKey: anothers.privateKey,
		settings: {
			publicUrl: new URL(TEST_ORIGIN),
			oidcIssuer: new URL(issuer),
			oidcClientId: CLIENT,
			oidcClientSecret: 'a-secret-of-the-client',
			oidcName: 'The Millers',
		} satisfies Partial<Config>,
		tells: (what: Lie) => {
			lie = what
		},
		async query(browser: TestBrowser, start: object = {}): Promise<string> {
			const { body } = await browser.post('/api/oidc/start', start)
			const { searchParams } = new URL((body as { url: string }).url)
			nonce = searchParams.get('nonce') ?? ''
			const query = new URLSearchParams({ code: 'a-code', state: searchParams.get('state') ?? '', iss: calledNow() })
			lie.query?.(query)
			return `?${query}`
		},
		end: () => server.stop(true),
	}
}
