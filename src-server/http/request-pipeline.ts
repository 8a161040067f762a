import type { Config } from '#server/settings/config.ts'
import { newNonce } from '#server/tokens.ts'
import { type Host, isThisMachine, ownNameTest, readHost } from './addresses/host-names.ts'
import { addressKey, type Client, clientBehind, isPrivate, noteClient, noteRoute, proxyTest } from './client.ts'
import type { Ui } from './files/ui-files.ts'
import { fileResponse, noFileResponse, pageResponse } from './files/ui-responses.ts'
import { pageAt } from './files/ui-routes.ts'
import type { Identity } from './identity/identity.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import { wantsPage } from './pages/notice-page.ts'
import { outsideBasePathPage, unknownHostPage } from './pages/wrong-address-pages.ts'
import { asRefusal, notFound, problemResponse, somethingWentWrong } from './problems.ts'
import { badHost, checkOrigin, readJson, unknownHost } from './request-gates.ts'
import { type Log, methodOf, type RequestSeen } from './request-log.ts'
import { isForApi, isForFile, isProbe, pathUnder } from './request-paths.ts'
import { type Caching, secure } from './security-headers.ts'

/** Answers one request. `peer.address` is the socket's other end. */
export type Answer = (request: Request, peer: { address: string | null }) => Promise<Response>

/** A response, and what must be known to put the right headers on it. */
export type Draft = { response: Response; caching: Caching; nonce?: string }

/** What answers beside the API and the pages, at addresses of its own. */
export type Endpoint = { opens(path: string): boolean; answer(request: Request, path: string): Draft | Promise<Draft> }

/** Counts requests while they are answered and when they are. */
export type RequestCounter = { begun(): void; answered(seen: RequestSeen): void }

/**
 * Everything enters here: who is it, may the request in at all, is it for the API or for the browser app.
 * Whatever comes out carries the security headers, also every 'no'.
 */
export function createRequestPipeline(house: {
	config: Config
	identity: Identity
	ui: Ui
	log: Log
	limits: RateLimits
	api: (request: Request) => Promise<Response>
	endpoints?: Endpoint[]
	counter?: RequestCounter
}): Answer {
	const { config, identity, ui, log, limits, api, endpoints = [], counter } = house
	const isProxy = proxyTest(config.trustedProxies)
	const warnOfProxy = once((peer) =>
		log.warn(`${peer} sends X-Forwarded-For but is not in --trusted-proxies, so all its users count as one.`),
	)

	const isOwnName = ownNameTest(config)

	/** Notes who is on the other end, for everything behind this door. */
	const meet = (request: Request, peer: string | null, host: Host | null): Client => {
		const { address, isForwardedHttps } = clientBehind(isProxy, peer, request.headers)
		if (peer && request.headers.has('x-forwarded-for') && isPrivate(peer) && !isProxy(peer)) warnOfProxy(peer)
		return noteClient(request, {
			address,
			isHttps: isForwardedHttps || isPublicHttps(host) || config.tlsCert !== null,
		})
	}

	const isPublicHttps = (host: Host | null) =>
		config.publicUrl?.protocol === 'https:' &&
		config.publicUrl.hostname === host?.name &&
		(config.publicUrl.port || '443') === (host.port || '443')

	const checkOwnOrigin = (request: Request, { isHttps }: Client, { authority }: Host) => {
		const own = `${isHttps ? 'https' : 'http'}://${authority}`
		checkOrigin(request, config.publicUrl ? [own, config.publicUrl.origin] : [own])
	}

	const answerApi = async (request: Request, client: Client, path: string): Promise<Draft> => {
		noteRoute(request, '/api/*')
		if (isWrite(request) || !isProbe(path)) limits.everything.check(addressKey(client))
		if (isWrite(request)) client.body = (await readJson(request, path)) ?? null
		return { response: await api(request), caching: 'private' }
	}

	const answerAside = async (door: Endpoint, request: Request, client: Client, path: string): Promise<Draft> => {
		noteRoute(request, path)
		limits.everything.check(addressKey(client))
		return door.answer(request, path)
	}

	const answerUi = (request: Request, path: string): Draft => {
		const file = ui.file(path)
		const page = pageAt(path)
		noteRoute(request, file ? path : (page ?? '/*'))
		if (isWrite(request)) throw notFound('Not found')
		if (file) return { response: fileResponse(file, request), caching: file.isHashed ? 'immutable' : 'revalidate' }
		if (page === null && (isForFile(path) || path === METRICS_PATH))
			return { response: noFileResponse(), caching: 'private' }
		const nonce = newNonce()
		identity.forgetDeadSession(request)
		const text = ui.page({ nonce, hasSession: identity.viewerOf(request).userId !== null })
		if (page === null) return { response: pageResponse(text, 404), caching: 'private', nonce }
		return { response: pageResponse(text), caching: 'revalidate', nonce }
	}

	/** Under another name than ours, or beside the base path: a page for people, a refusal for programs. */
	const answerStranger = (request: Request, { isHttps }: Client, host: Host, path: string): Draft => {
		const { basePath } = config
		const isForPerson = wantsPage(request, path)
		if (!isOwnName(host.name)) {
			if (!isForPerson) throw unknownHost()
			return { ...unknownHostPage(host, { isHttps, basePath }), caching: 'private' }
		}
		if (!isForPerson) throw notFound('Not found')
		return { ...outsideBasePathPage(basePath), caching: 'private' }
	}

	const answerOne = async (request: Request, client: Client, host: Host | null): Promise<Draft> => {
		try {
			// No address can be made of some hosts that look like names, such as `xn--a.local`.
			const pathname = URL.parse(request.url)?.pathname
			if (!host || pathname === undefined) throw badHost()
			const path = pathUnder(config.basePath, pathname)
			if (path === null || !isOwnName(host.name)) return answerStranger(request, client, host, path ?? pathname)
			checkOwnOrigin(request, client, host)
			const door = endpoints.find(({ opens }) => opens(path))
			if (door && !isWrite(request)) return await answerAside(door, request, client, path)
			return isForApi(path) ? await answerApi(request, client, path) : answerUi(request, path)
		} catch (error) {
			const refusal = asRefusal(error)
			if (!refusal) log.problem(client.requestId, request, error)
			return { response: problemResponse(refusal ?? somethingWentWrong(), client.requestId), caching: 'private' }
		}
	}

	return async (request, peer) => {
		const since = performance.now()
		counter?.begun()
		const host = readHost(request.headers.get('host'))
		const client = meet(request, peer.address, host)
		const draft = await answerOne(request, client, host)
		// Elysia's answers may have immutable headers; a copy is cheap and always ours to change.
		const response = new Response(draft.response.body, draft.response)
		response.headers.set('X-Request-Id', client.requestId)
		for (const cookie of client.cookies) response.headers.append('Set-Cookie', cookie)
		const { isHttps, route, requestId } = client
		const isTrustworthy = isHttps || (host !== null && isThisMachine(host.name))
		const ms = performance.now() - since
		const seen = { method: methodOf(request), route, status: response.status, ms, requestId }
		log.request(seen)
		counter?.answered(seen)
		return secure(response, { ...draft, isPublicHttps: isPublicHttps(host), isTrustworthy })
	}
}

/** Nobody's page: whoever asks for metrics where there are none gets no HTML for it. */
export const METRICS_PATH = '/metrics'

const isWrite = ({ method }: Request) => method !== 'GET' && method !== 'HEAD'

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
