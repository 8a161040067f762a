import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Configuration, Provider } from 'oidc-provider'
import type { Config } from '#server/settings/config.ts'
import { TEST_ORIGIN, type TestBrowser } from './test-app.ts'

/* A real OpenID provider on this machine. It requires no password and signs in the person that a test has set. */

const CLIENT = 'backseat'
const SECRET = 'the client’s own'.replaceAll(/\W/g, '-')

export type PersonThere = { sub: string; preferred_username?: string; name?: string; email?: string; groups?: string[] }

export async function openidProvider({ redirectUri = `${TEST_ORIGIN}/oidc/callback`, port = 0 } = {}) {
	let person: PersonThere = { sub: 'mum-at-the-provider', preferred_username: 'mum', name: 'Mum' }
	const server = createServer()
	const { promise, resolve } = Promise.withResolvers<void>()
	server.listen(port, '127.0.0.1', resolve)
	await promise
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const settings: Configuration = {
		clients: [{ client_id: CLIENT, client_secret: SECRET, redirect_uris: [redirectUri] }],
		cookies: { keys: ['for tests'] },
		pkce: { required: () => true },
		scopes: ['openid', 'groups'],
		claims: { openid: ['sub'], profile: ['preferred_username', 'name'], email: ['email'], groups: ['groups'] },
		findAccount: (_, accountId) => ({ accountId, claims: async () => ({ ...person, sub: accountId }) }),
		interactions: { url: (_, { uid }) => `/interaction/${uid}` },
		features: { devInteractions: { enabled: false } },
		ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
	}
	const provider = new Provider(issuer, settings)
	const callback = provider.callback()
	server.on('request', async (request, response) => {
		if (!request.url?.startsWith('/interaction/')) return callback(request, response)
		const { prompt, params } = await provider.interactionDetails(request, response)
		if (prompt.name === 'login')
			return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
		const grant = new provider.Grant({ accountId: person.sub, clientId: CLIENT })
		grant.addOIDCScope(String(params.scope))
		return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
	})
	return {
		issuer,
		settings: {
			publicUrl: new URL(TEST_ORIGIN),
			oidcIssuer: new URL(issuer),
			oidcClientId: CLIENT,
			oidcClientSecret: SECRET,
			oidcName: 'The Millers',
		} satisfies Partial<Config>,
		isHere: (there: PersonThere) => {
			person = there
		},
		end: () => {
			server.closeAllConnections()
			server.close()
		},
	}
}

/** Follows the provider's redirects as a browser would until one leads back to us, and returns its query. */
export async function queryFromProvider(url: string): Promise<string> {
	const cookies = new Map<string, string>()
	let at = url
	for (let hops = 0; hops < 10; hops++) {
		const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
		const { headers, status } = await fetch(at, { redirect: 'manual', headers: { cookie } })
		for (const line of headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
			cookies.set(name, value)
		}
		const next = headers.get('location')
		if (next === null) throw new Error(`The provider answered ${status} at ${at}`)
		at = new URL(next, at).href
		if (new URL(at).pathname === '/oidc/callback') return new URL(at).search
	}
	throw new Error('The provider sends people round in circles')
}

/** Goes to the provider and back, and returns the query that finishes the log-in. */
export async function goToProvider(browser: TestBrowser, start: object = {}): Promise<string> {
	const { status, body } = await browser.post('/api/oidc/start', start)
	if (status !== 200) throw new Error(`It did not begin: ${JSON.stringify(body)}`)
	return queryFromProvider((body as { url: string }).url)
}

export const comeBack = async (browser: TestBrowser, start: object = {}) =>
	browser.post('/api/oidc/finish', { query: await goToProvider(browser, start) })
