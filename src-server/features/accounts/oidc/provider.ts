import type { Configuration, CustomFetch, IDToken, UserInfoResponse } from 'openid-client'
import type { Context } from '#server/context.ts'
import { providerName, redirectUri } from '#server/http/addresses/provider.ts'
import { takeLongQueries } from '#server/http/limits/header-limit.ts'
import { Refusal, refusal } from '#server/http/problems.ts'
import { PIECE_MAX, printable } from '#server/log/printable-text.ts'
import { outbound, responseOf } from '#server/outbound/outbound.ts'
import { noAnswerWithin, PURPOSES } from '#server/outbound/purposes.ts'
import { spellingsOf } from './issuers.ts'

export type LoginAttempt = { state: string; nonce: string; verifier: string; mustReauthenticate: boolean }

/** `groups` is null if the provider sends no such claim. */
export type Profile = { username: string | null; name: string | null; groups: string[] | null }
export type ProviderLogin = {
	subject: string
	profile(): Promise<Profile>
}

const { timeoutMs: TIMEOUT_MS } = PURPOSES.provider
/** Refresh the metadata after this time, because the provider's endpoints may move. */
const KNOWN_MS = 60 * 60_000
const ANEW_MS = 5 * 60_000

// Loads 0.6 MB on first use, because most starts never need it.
const library = () => import('openid-client')

export function createProvider({ config, clock, log }: Context) {
	let known: { configuration: Promise<Configuration>; at: number } | null = null

	const settingsThere = () => {
		const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: secret } = config
		const [name, redirect] = [providerName(config), redirectUri(config)]
		if (!issuer || clientId === null || name === null || redirect === null) throw noProvider()
		return { issuer, clientId, secret, name, redirect }
	}

	async function discover(): Promise<Configuration> {
		const { issuer, clientId, secret } = settingsThere()
		const openid = await library()
		const authenticate: Parameters<typeof openid.discovery>[3] = (server, client, body, headers) => {
			if (secret === null) return openid.None()(server, client, body, headers)
			// The default of the standard, for metadata that name no method.
			const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
			const isBasic = taken.includes('client_secret_basic')
			const way = isBasic ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret)
			way(server, client, body, headers)
		}
		const discoverAs = (spelling: string) =>
			openid.discovery(new URL(spelling), clientId, undefined, authenticate, {
				[openid.customFetch]: withoutEmptyParts(fetchFor(issuer)),
				timeout: TIMEOUT_MS / 1000,
				execute: [
					openid.enableNonRepudiationChecks,
					...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
				],
			})
		await takeLongQueries()
		const [asSet, otherwise = asSet] = spellingsOf(issuer.href)
		try {
			return await discoverAs(asSet)
		} catch (error) {
			if (!(error instanceof openid.ClientError) || error.code !== OF_ANOTHER) throw error
			return await discoverAs(otherwise)
		}
	}

	/** Discovers lazily, because a provider that is down must not stop the start. */
	const configuration = async (): Promise<Configuration> => {
		const now = clock.now().getTime()
		if (!known || now - known.at > KNOWN_MS) known = { configuration: discover(), at: now }
		const discovery = known
		return discovery.configuration.catch((error) => {
			if (known === discovery) known = null
			throw error instanceof Refusal ? error : away(error)
		})
	}

	/** Logs the cause for the operator; the user only reads that the provider does not answer. */
	const away = (error: unknown): Refusal => {
		const { name } = settingsThere()
		log.warn(`The provider ${printable(name)} could not be asked: ${reasonOf(error)}`)
		return refusal({ status: 502, reason: 'provider_away', params: { name } })
	}

	/** For a provider that ignored `max_age` and `prompt`. The generic error would send the browser to it again in a loop. */
	const notReauthenticated = (authTime: unknown): Refusal => {
		const { name } = settingsThere()
		const isSkipped = typeof authTime === 'number'
		const does = isSkipped ? 'did not have you log in again' : 'does not say when you logged in'
		log.warn(`A member could not confirm who they are: ${printable(name)} ${does}`)
		const reason = isSkipped ? 'provider_skipped_log_in' : 'provider_hides_log_in'
		return refusal({ status: 403, code: 'not_proven', reason, params: { name } })
	}

	const refusalOf = (error: unknown, { ResponseBodyError, AuthorizationResponseError }: OpenId): Refusal => {
		const { name } = settingsThere()
		if (causes(error).some((cause) => cause instanceof ProviderAway)) return away(error)
		if (error instanceof ResponseBodyError && error.error !== 'invalid_grant') return away(error)
		log.warn(`A log-in with ${printable(name)} was refused: ${reasonOf(error)}`)
		const isDeclined = error instanceof AuthorizationResponseError
		const reason = isDeclined ? 'provider_declined' : 'provider_unexpected'
		return refusal({ status: 403, code: 'refused', reason, params: { name } })
	}

	const profileOf = async (claims: IDToken, accessToken: string, provider: Configuration): Promise<Profile> => {
		const profile = profileIn(claims)
		const isEnough = profile.username !== null && (config.oidcGroup === null || profile.groups !== null)
		if (isEnough || provider.serverMetadata().userinfo_endpoint === undefined) return profile
		const openid = await library()
		try {
			const more = profileIn(await openid.fetchUserInfo(provider, accessToken, claims.sub))
			return {
				username: profile.username ?? more.username,
				name: profile.name ?? more.name,
				groups: profile.groups ?? more.groups,
			}
		} catch (error) {
			// The failure is acceptable only if it costs no more than the suggested name. It is not if groups decide
			// admission, or if the response is about another subject, which is an attack.
			if (config.oidcGroup !== null || isOfAnother(error, openid)) throw refusalOf(error, openid)
			log.warn(`${printable(settingsThere().name)} does not say what a newcomer is called: ${reasonOf(error)}`)
			return profile
		}
	}

	return {
		name: () => settingsThere().name,

		async begin({
			mustReauthenticate,
		}: Pick<LoginAttempt, 'mustReauthenticate'>): Promise<{ url: string; attempt: LoginAttempt }> {
			const { redirect } = settingsThere()
			const provider = await configuration()
			const openid = await library()
			const attempt = {
				state: openid.randomState(),
				nonce: openid.randomNonce(),
				verifier: openid.randomPKCECodeVerifier(),
				mustReauthenticate,
			}
			const scopes = provider.serverMetadata().scopes_supported ?? []
			const hasGroups = config.oidcGroup !== null && scopes.includes('groups')
			const url = openid.buildAuthorizationUrl(provider, {
				redirect_uri: redirect,
				scope: `openid profile${hasGroups ? ' groups' : ''}`,
				state: attempt.state,
				nonce: attempt.nonce,
				code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
				code_challenge_method: 'S256',
				// Sends both parameters, because some providers support only one of them.
				...(mustReauthenticate && { max_age: '0', prompt: 'login' }),
			})
			return { url: url.href, attempt }
		},

		async finish(query: string, { state, nonce, verifier, mustReauthenticate }: LoginAttempt): Promise<ProviderLogin> {
			const { redirect } = settingsThere()
			const provider = await configuration()
			const openid = await library()
			const back = new URL(redirect)
			back.search = query
			try {
				const tokens = await openid.authorizationCodeGrant(provider, back, {
					expectedState: state,
					expectedNonce: nonce,
					pkceCodeVerifier: verifier,
					idTokenExpected: true,
				})
				const claims = tokens.claims()
				if (!claims || claims.sub.length > SUBJECT_MAX) throw new Error('no ID Token with a subject')
				if (mustReauthenticate && !isRecent(claims.auth_time, clock.now())) throw notReauthenticated(claims.auth_time)
				return { subject: claims.sub, profile: () => profileOf(claims, tokens.access_token, provider) }
			} catch (error) {
				throw error instanceof Refusal ? error : refusalOf(error, openid)
			}
		},
	}
}

type OpenId = Awaited<ReturnType<typeof library>>

/** The library's code for an issuer or subject other than expected. */
const OF_ANOTHER = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
const isOfAnother = (error: unknown, { ClientError }: OpenId) =>
	error instanceof ClientError && error.code === OF_ANOTHER

const isRecent = (authTime: unknown, now: Date) =>
	typeof authTime === 'number' && authTime * 1000 > now.getTime() - ANEW_MS

/** The library rejects these optional fields if they are empty, as some providers send them. */
const OPTIONAL_PARTS = ['refresh_token', 'scope', 'expires_in']

const withoutEmptyParts =
	(ask: CustomFetch): CustomFetch =>
	async (address, options) => {
		const response = await ask(address, options)
		const { status, headers } = response
		const text = await response.text()
		const body = text.includes('access_token') ? withoutEmpty(text) : text
		return new Response(status === 204 ? null : body, { status, headers })
	}

function withoutEmpty(text: string): string {
	try {
		const body: unknown = JSON.parse(text)
		if (body === null || typeof body !== 'object') return text
		const kept = Object.entries(body).filter(
			([name, value]) => !OPTIONAL_PARTS.includes(name) || (value !== null && value !== ''),
		)
		return JSON.stringify(Object.fromEntries(kept))
	} catch {
		return text
	}
}

class ProviderAway extends Error {
	override name = 'ProviderAway'
}

const fetchFor =
	(issuer: URL): CustomFetch =>
	async (url, { method, headers, body }) => {
		try {
			const sent = { method, headers, body: body as BodyInit | null | undefined }
			const answer = await outbound('provider', new URL(url), { ...sent, named: issuer })
			const { status } = answer
			if (status >= 500 || (status >= 300 && status < 400)) throw new ProviderAway(`it answered ${status}`)
			const kept = new Headers()
			for (const name of ['content-type', 'www-authenticate']) {
				const value = answer.headers.get(name)
				if (value !== null) kept.set(name, value)
			}
			return responseOf({ ...answer, headers: kept })
		} catch (error) {
			if (error instanceof ProviderAway) throw error
			const { name, code, message } = error as NodeJS.ErrnoException
			throw new ProviderAway(name === 'TimeoutError' ? noAnswerWithin(TIMEOUT_MS) : (code ?? message))
		}
	}

function* causesOf(error: unknown): Generator<Error> {
	for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause
}
const causes = (error: unknown) => [...causesOf(error)]

/** Uses the innermost message; it is truncated and never contains response bodies. */
const reasonOf = (error: unknown) => {
	const answer = error as { error?: unknown }
	const words = typeof answer?.error === 'string' ? answer.error : (causes(error).at(-1)?.message ?? 'unknown')
	return printable(words, PIECE_MAX)
}

const SUBJECT_MAX = 255
const TEXT_MAX = 100

/** Claims may hold anything. Keeps only the local part of an e-mail address. */
function textIn(value: unknown): string | null {
	if (typeof value !== 'string') return null
	const [before = ''] = value.toWellFormed().normalize('NFC').split('@')
	return before.replace(/\p{C}/gu, '').trim().slice(0, TEXT_MAX).toWellFormed() || null
}

function profileIn(claims: IDToken | UserInfoResponse): Profile {
	const { preferred_username: username, name, groups } = claims
	const listed = typeof groups === 'string' ? [groups] : groups
	return {
		username: textIn(username),
		name: textIn(name),
		groups: Array.isArray(listed) ? listed.filter((group) => typeof group === 'string') : null,
	}
}

const noProvider = () => refusal({ status: 404, code: 'not_here', reason: 'no_provider' })
