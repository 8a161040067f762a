import type { Config } from '#server/config.ts'
import { addressKey, type Client, clientBehind, isPrivate, noteClient, proxyTest } from './client.ts'
import type { Identity } from './identity.ts'
import { asRefusal, notFound, problemResponse, somethingWentWrong } from './problems.ts'
import type { RateLimits } from './rate-limits.ts'
import { checkHost, checkOrigin, isThisMachine, readJson } from './request-gates.ts'
import type { Log } from './request-log.ts'
import { type Caching, secure } from './security-headers.ts'
import { newNonce } from './tokens.ts'
import type { Ui } from './ui-files.ts'
import { fileResponse, pageResponse } from './ui-responses.ts'

/** Answers one request. `peer.address` is the socket's other end. */
export type Answer = (request: Request, peer: { address: string | null }) => Promise<Response>

/** A response, and what must be known to put the right headers on it. */
type Draft = { response: Response; caching: Caching; nonce?: string }

/**
 * Everything enters here: who is it, may the request in at all, is it for the API or for the browser app.
 * Whatever comes out carries the security headers, also every 'no'.
 */
export function frontDoor(house: {
	config: Config
	identity: Identity
	ui: Ui
	log: Log
	limits: RateLimits
	api: (request: Request) => Promise<Response>
}): Answer {
	const { config, identity, ui, log, limits, api } = house
	const isProxy = proxyTest(config.trustedProxies)
	const warnOfProxy = once((peer) =>
		log.warn(`${peer} sends X-Forwarded-For but is not in --trusted-proxies, so all its users count as one.`),
	)

	/** Notes who is on the other end, for everything behind this door. */
	const meet = (request: Request, peer: string | null): Client => {
		const { address, isForwardedHttps } = clientBehind(isProxy, peer, request.headers)
		if (peer && request.headers.has('x-forwarded-for') && isPrivate(peer) && !isProxy(peer)) warnOfProxy(peer)
		const { publicUrl } = config
		const isPublicHttps = publicUrl?.protocol === 'https:' && publicUrl.host === request.headers.get('host')
		return noteClient(request, { address, isHttps: isForwardedHttps || isPublicHttps })
	}

	const checkGates = (request: Request, { isHttps }: Client) => {
		const host = request.headers.get('host')
		checkHost(host, config.publicUrl)
		const own = `${isHttps ? 'https' : 'http'}://${host}`
		checkOrigin(request, config.publicUrl ? [own, config.publicUrl.origin] : [own])
	}

	const answerApi = async (request: Request, client: Client, path: string): Promise<Draft> => {
		limits.everything.check(addressKey(client))
		if (isWrite(request)) client.body = (await readJson(request, path)) ?? null
		return { response: await api(request), caching: 'private' }
	}

	const answerUi = (request: Request, path: string): Draft => {
		if (isWrite(request)) throw notFound('Not found')
		const file = ui.file(path)
		if (file) return { response: fileResponse(file, request), caching: file.isHashed ? 'immutable' : 'revalidate' }
		if (path.startsWith('/assets/')) throw notFound('Not found')
		const nonce = newNonce()
		const page = ui.page({ nonce, hasSession: identity.raterOf(request).userId !== null })
		return { response: pageResponse(page), caching: 'revalidate', nonce }
	}

	return async (request, peer) => {
		const client = meet(request, peer.address)
		let draft: Draft
		try {
			checkGates(request, client)
			const path = pathUnder(config.basePath, new URL(request.url).pathname)
			if (path === null) throw notFound('Not found')
			draft = isForApi(path) ? await answerApi(request, client, path) : answerUi(request, path)
		} catch (error) {
			const refusal = asRefusal(error)
			if (!refusal) log.problem(client.requestId, request, error)
			draft = { response: problemResponse(refusal ?? somethingWentWrong(), client.requestId), caching: 'private' }
		}
		// Elysia's answers may have immutable headers; a copy is cheap and always ours to change.
		const response = new Response(draft.response.body, draft.response)
		for (const cookie of client.cookies) response.headers.append('Set-Cookie', cookie)
		const { isHttps } = client
		return secure(response, { ...draft, isHttps, isTrustworthy: isHttps || isThisMachine(request.headers.get('host')) })
	}
}

const isWrite = ({ method }: Request) => method !== 'GET' && method !== 'HEAD'

const isForApi = (path: string) => path === '/api' || path.startsWith('/api/')

/** The path below the base path, starting with a slash; null when the address is outside it. */
function pathUnder(basePath: string, pathname: string): string | null {
	if (basePath === '') return pathname
	if (pathname === basePath) return '/'
	return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : null
}

const TOLD_MAX = 100

/** Tells each thing once, and stops telling when it would become a flood. */
function once(tell: (what: string) => void) {
	const told = new Set<string>()
	return (what: string) => {
		if (told.has(what) || told.size >= TOLD_MAX) return
		told.add(what)
		tell(what)
	}
}
