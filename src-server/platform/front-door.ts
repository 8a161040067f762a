import type { Config } from '#server/config.ts'
import { addressKey, type Client, clientBehind, noteClient, proxyTest } from './client.ts'
import type { Identity } from './identity.ts'
import { asRefusal, notFound, problemResponse, somethingWentWrong } from './problems.ts'
import type { RateLimits } from './rate-limits.ts'
import { checkHost, checkOrigin, readJson } from './request-gates.ts'
import type { Log } from './request-log.ts'
import { type Caching, secure } from './security-headers.ts'
import type { Ui } from './ui-files.ts'

/** Answers one request. `peer.address` is the socket's other end. */
export type Answer = (request: Request, peer: { address: string | null }) => Promise<Response>

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
	const warnOnce = onceFor((peer: string) =>
		log.warn(`${peer} sends X-Forwarded-For but is not in --trusted-proxies, so all its users count as one.`),
	)

	return async (request, peer) => {
		const url = new URL(request.url)
		const host = request.headers.get('host')
		const { address, isForwardedHttps } = clientBehind(isProxy, peer.address, request.headers)
		if (peer.address && request.headers.has('x-forwarded-for') && !isProxy(peer.address)) warnOnce(peer.address)
		const isHttps = isForwardedHttps || (config.publicUrl?.protocol === 'https:' && config.publicUrl.host === host)
		const client: Client = { requestId: crypto.randomUUID(), address, isHttps, body: null, cookies: [], rater: null }
		noteClient(request, client)

		const path = pathUnder(config.basePath, url.pathname)
		const isApi = path === null || path === '/api' || path.startsWith('/api/')
		return answering()

		async function answering(): Promise<Response> {
			try {
				checkHost(host, config.publicUrl)
				checkOrigin(request, [`${isHttps ? 'https' : 'http'}://${host}`, config.publicUrl?.origin ?? ''])
				if (path === null) throw notFound('Not found')
				if (!isApi) return uiAnswer(path)
				limits.everything.check(addressKey(client))
				if (request.method !== 'GET' && request.method !== 'HEAD') client.body = (await readJson(request, path)) ?? null
				return finish(await api(request), 'private')
			} catch (error) {
				const refusal = asRefusal(error)
				if (!refusal) log.problem(client.requestId, request, error)
				return finish(problemResponse(refusal ?? somethingWentWrong(), client.requestId), 'private')
			}
		}

		function uiAnswer(uiPath: string): Response {
			if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound('Not found')
			const file = ui.file(uiPath)
			if (file) {
				const encoding = file.brotli && /\bbr\b/.test(request.headers.get('accept-encoding') ?? '') ? 'br' : null
				const headers: Record<string, string> = { 'Content-Type': file.contentType, ETag: file.etag }
				if (file.brotli) headers.Vary = 'Accept-Encoding'
				if (encoding) headers['Content-Encoding'] = encoding
				const isKnown = request.headers.get('if-none-match') === file.etag
				const body = isKnown ? null : encoding ? file.brotli : file.plain
				return finish(
					new Response(body, { status: isKnown ? 304 : 200, headers }),
					file.isHashed ? 'immutable' : 'revalidate',
				)
			}
			if (uiPath.startsWith('/assets/')) throw notFound('Not found')
			const nonce = crypto.getRandomValues(new Uint8Array(16)).toBase64()
			const page = ui.page({ nonce, hasSession: identity.raterOf(request).userId !== null })
			return finish(
				new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
				'revalidate',
				nonce,
			)
		}

		function finish(response: Response, caching: Caching, nonce?: string): Response {
			// Elysia's answers may have immutable headers; a copy is cheap and always ours to change.
			const own = new Response(response.body, response)
			for (const cookie of client.cookies) own.headers.append('Set-Cookie', cookie)
			return secure(own, { caching, isHttps, nonce })
		}
	}
}

/** The path below the base path, starting with a slash; null when the address is outside it. */
function pathUnder(basePath: string, pathname: string): string | null {
	if (basePath === '') return pathname
	if (pathname === basePath) return '/'
	return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : null
}

function onceFor(tell: (key: string) => void) {
	const told = new Set<string>()
	return (key: string) => {
		if (told.has(key) || told.size >= 100) return
		told.add(key)
		tell(key)
	}
}
