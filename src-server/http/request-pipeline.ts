import type { Config } from '#server/settings/config.ts'
import { newNonce } from '#server/tokens.ts'
import { type Host, isThisMachine, ownNameTest, readHost } from './addresses/host-names.ts'
import {
	addressKey,
	type Client,
	type ClientRequest,
	clientBehind,
	isPrivate,
	newClient,
	proxyTest,
	withClient,
} from './client.ts'
import type { Ui } from './files/ui-files.ts'
import { fileResponse, noFileResponse, pageResponse } from './files/ui-responses.ts'
import { pageAt } from './files/ui-routes.ts'
import type { Identity } from './identity/identity.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import { wantsPage } from './pages/notice-page.ts'
import { outsideBasePathPage, unknownHostPage } from './pages/wrong-address-pages.ts'
import { asRefusal, notFound, problemResponse, somethingWentWrong } from './problems.ts'
import { badHost, checkOrigin, readJson, unknownHost } from './request-gates.ts'
import { type Log, methodOf, type RequestEntry } from './request-log.ts'
import { isForApi, isForFile, isProbe, pathUnder } from './request-paths.ts'
import { type Caching, secure } from './security-headers.ts'

/** Answers one request. `peer.address` is the socket's other end. */
export type RequestHandler = (request: Request, peer: { address: string | null }) => Promise<Response>

/** A response before its security headers, with what decides which ones it gets. */
export type BareAnswer = { response: Response; caching: Caching; nonce?: string; inlineScriptHash?: string | null }

/** What answers GET at addresses of its own, beside the API and the pages. */
export type Endpoint = {
	handles(path: string): boolean
	handle(request: Request, path: string): BareAnswer | Promise<BareAnswer>
}

/** Counts requests while they are answered and when they are. */
export type RequestCounter = { begun(): void; answered(entry: RequestEntry): void }

/**
 * Every request passes here: who sent it, may it be answered at all, is it for the API or for the browser app.
 * Every answer leaves with the security headers, refusals too.
 */
export function createRequestPipeline(dependencies: {
	config: Config
	identity: Identity
	ui: Ui
	log: Log
	limits: RateLimits
	/** Whether a guest's browser has ratings of its own. */
	hasGuestRatings: (guestKey: string) => boolean
	api: (request: ClientRequest) => Promise<Response>
	endpoints?: Endpoint[]
	counter?: RequestCounter
}): RequestHandler {
	const { config, identity, ui, log, limits, hasGuestRatings, api, endpoints = [], counter } = dependencies
	const isProxy = proxyTest(config.trustedProxies)
	const warnOfProxy = oncePerText((peer) =>
		log.warn(`${peer} sends X-Forwarded-For but is not in --trusted-proxies, so all its users count as one.`),
	)

	const isOwnName = ownNameTest(config)

	const identifyClient = (request: Request, peer: string | null, host: Host | null): Client => {
		const { address, isForwardedHttps } = clientBehind(isProxy, peer, request.headers)
		if (peer && request.headers.has('x-forwarded-for') && isPrivate(peer) && !isProxy(peer)) warnOfProxy(peer)
		return newClient({ address, isHttps: isForwardedHttps || isPublicHttps(host) || config.tlsCert !== null })
	}

	const isPublicHttps = (host: Host | null) =>
		config.publicUrl?.protocol === 'https:' &&
		config.publicUrl.hostname === host?.name &&
		(config.publicUrl.port || '443') === (host.port || '443')

	const checkOwnOrigin = (request: Request, { isHttps }: Client, { authority }: Host) => {
		const own = `${isHttps ? 'https' : 'http'}://${authority}`
		checkOrigin(request, config.publicUrl ? [own, config.publicUrl.origin] : [own])
	}

	const answerFromApi = async (request: ClientRequest, client: Client, path: string): Promise<BareAnswer> => {
		client.route = '/api/*'
		if (isWrite(request) || !isProbe(path)) limits.everything.check(addressKey(client))
		if (isWrite(request)) client.body = (await readJson(request, path)) ?? null
		return { response: await api(request), caching: 'private' }
	}

	const answerFromEndpoint = async (endpoint: Endpoint, request: Request, client: Client, path: string) => {
		client.route = path
		limits.everything.check(addressKey(client))
		return endpoint.handle(request, path)
	}

	const answerFromUi = (request: Request, client: Client, path: string): BareAnswer => {
		const file = ui.file(path)
		const page = pageAt(path)
		client.route = file ? path : (page ?? '/*')
		if (isWrite(request)) throw notFound('Not found')
		if (file) return { response: fileResponse(file, request), caching: file.isHashed ? 'immutable' : 'revalidate' }
		if (page === null && (isForFile(path) || path === METRICS_PATH))
			return { response: noFileResponse(), caching: 'private' }
		const nonce = newNonce()
		identity.forgetDeadSession(request)
		const { userId, guestKey } = identity.viewerOf(request)
		const hasSession = userId !== null
		const text = ui.page({ nonce, hasSession, hasGuestRatings: guestKey !== null && hasGuestRatings(guestKey) })
		const { inlineScriptHash } = ui
		if (page === null) return { response: pageResponse(text, 404), caching: 'private', nonce, inlineScriptHash }
		return { response: pageResponse(text), caching: 'revalidate', nonce, inlineScriptHash }
	}

	/** Under another name than ours, or beside the base path: a page for people, a refusal for programs. */
	const answerWrongAddress = (request: Request, { isHttps }: Client, host: Host, path: string): BareAnswer => {
		const { basePath } = config
		const isForPerson = wantsPage(request, path)
		if (!isOwnName(host.name)) {
			if (!isForPerson) throw unknownHost()
			return { ...unknownHostPage(host, { isHttps, basePath }), caching: 'private' }
		}
		if (!isForPerson) throw notFound('Not found')
		return { ...outsideBasePathPage(basePath), caching: 'private' }
	}

	const answerOne = async (request: ClientRequest, client: Client, host: Host | null): Promise<BareAnswer> => {
		try {
			// No address can be made of some hosts that look like names, such as `xn--a.local`.
			const pathname = URL.parse(request.url)?.pathname
			if (!host || pathname === undefined) throw badHost()
			const path = pathUnder(config.basePath, pathname)
			if (path === null || !isOwnName(host.name)) return answerWrongAddress(request, client, host, path ?? pathname)
			checkOwnOrigin(request, client, host)
			const endpoint = endpoints.find(({ handles }) => handles(path))
			if (endpoint && !isWrite(request)) return await answerFromEndpoint(endpoint, request, client, path)
			return isForApi(path) ? await answerFromApi(request, client, path) : answerFromUi(request, client, path)
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
		const client = identifyClient(request, peer.address, host)
		const answer = await answerOne(withClient(request, client), client, host)
		// Elysia's answers may have immutable headers; a copy is cheap and always ours to change.
		const response = new Response(answer.response.body, answer.response)
		response.headers.set('X-Request-Id', client.requestId)
		for (const cookie of client.cookies) response.headers.append('Set-Cookie', cookie)
		const { isHttps, route, requestId } = client
		const isTrustworthy = isHttps || (host !== null && isThisMachine(host.name))
		const ms = performance.now() - since
		const entry = { method: methodOf(request), route, status: response.status, ms, requestId }
		log.request(entry)
		counter?.answered(entry)
		return secure(response, { ...answer, isPublicHttps: isPublicHttps(host), isTrustworthy })
	}
}

/** Not a page: whoever asks for metrics where there are none gets no HTML for it. */
export const METRICS_PATH = '/metrics'

const isWrite = ({ method }: Request) => method !== 'GET' && method !== 'HEAD'

const TEXTS_MAX = 100

/** Reports each text once, and stops when the memory of them is full. */
function oncePerText(report: (text: string) => void) {
	const reported = new Set<string>()
	return (text: string) => {
		if (reported.has(text) || reported.size >= TEXTS_MAX) return
		reported.add(text)
		report(text)
	}
}
