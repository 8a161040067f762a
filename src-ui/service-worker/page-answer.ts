import { PAGE_PATHS } from '#contract/pages.ts'

/** 'page': a navigation to the app. 'file': a file with a content hash. Null: not handled by the worker. */
type RequestKind = 'page' | 'file' | null

type Asked = Pick<Request, 'method' | 'mode' | 'url'>

/**
 * `scope` is the instance's URL with a trailing slash. Requests not listed here bypass the worker: the API above all,
 * pictures, metrics and other apps on the same host.
 */
export function requestKindIn(scope: string): (request: Asked) => RequestKind {
	const segments = PAGE_PATHS.map((pattern) => (pattern === '/' ? '' : pattern.slice(1).replaceAll('*', '[^/]+')))
	const isPage = new RegExp(`^(${segments.join('|')})/?$`, 'i')
	return ({ method, mode, url }) => {
		if (method !== 'GET' || !url.startsWith(scope)) return null
		const path = url.slice(scope.length).replace(/[?#].*$/s, '')
		if (mode === 'navigate') return isPage.test(path) ? 'page' : null
		return path.startsWith('assets/') ? 'file' : null
	}
}

/** Status codes of a proxy whose server is down, and of a server that is starting or stopping. */
const AWAY = new Set([502, 503, 504])

type Asking = {
	/** The navigation preload, if there is one. Offline, Firefox resolves it with `Response.error()`. */
	preloaded: Promise<Response | undefined>
	ask: () => Promise<Response>
	neutralPage: () => Promise<Response | undefined>
	patience: () => Promise<void>
}

/**
 * Prefers the server's page, so that the worker never hides a newer version. Otherwise serves the cached page, which
 * calls the API and reports the problem itself.
 */
export async function pageAnswer({ preloaded, ask, neutralPage, patience }: Asking): Promise<Response> {
	const asked = preloaded
		.then((early) => (early && early.type !== 'error' ? early : ask()))
		.then(
			(answer) => ({ answer }),
			(error: unknown) => ({ error }),
		)
	const first = await Promise.race([asked, patience()])
	if (first && 'answer' in first && !AWAY.has(first.answer.status)) return first.answer
	const kept = await neutralPage()
	if (kept) return withNewNonce(kept)
	// The browser evicted the cache, so only its own error page or the proxy's remains.
	const last = first ?? (await asked)
	if ('answer' in last) return last.answer
	throw last.error
}

/**
 * A nonce must serve one page only: an attacker who learned the cached one could inject styles into all later pages.
 */
async function withNewNonce(kept: Response): Promise<Response> {
	const headers = new Headers(kept.headers)
	const policy = headers.get('Content-Security-Policy') ?? ''
	const html = await kept.text()
	// `text()` has decompressed the body.
	headers.delete('Content-Encoding')
	headers.delete('Content-Length')
	const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? []
	if (nonce === undefined) return new Response(html, { headers })
	const fresh = crypto.randomUUID()
	headers.set('Content-Security-Policy', policy.replaceAll(nonce, fresh))
	return new Response(html.replaceAll(nonce, fresh), { headers })
}

/**
 * Serves a cached file, or the server's. Failures resolve with a network error, because Firefox logs a rejection as an
 * unexpected error of the worker, even when the page was merely left.
 */
export async function fileAnswer(kept: Promise<Response | undefined>, ask: () => Promise<Response>): Promise<Response> {
	try {
		return (await kept) ?? (await ask())
	} catch {
		return Response.error()
	}
}
