import { PAGE_PATHS } from '#contract/pages.ts'

/** 'page': one of ours is opened. 'file': one with its content's hash in its name. Null: nothing that the worker answers. */
type RequestKind = 'page' | 'file' | null

type Asked = Pick<Request, 'method' | 'mode' | 'url'>

/**
 * `scope` is the address of the instance, with a slash at its end. Everything that is not named here never passes through
 * the worker's hands: the API above all, pictures, metrics, and whatever else may live at the same host.
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

/** What a proxy says while the server behind it is away, and the server itself while it starts or stops. */
const AWAY = new Set([502, 503, 504])

type Asking = {
	/** The page, if the browser has asked for it already. Without network Firefox answers with a `Response.error()`. */
	preloaded: Promise<Response | undefined>
	/** Asks the server. */
	ask: () => Promise<Response>
	neutralPage: () => Promise<Response | undefined>
	/** Ends when nobody should wait for the server any longer. */
	patience: () => Promise<void>
}

/**
 * The server's page whenever there is one, so that the worker never stands between a person and a newer server. Otherwise
 * the page that is kept, which asks the API by itself and says what is the matter.
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
	// The browser has thrown away what was kept: its own error page, or the proxy's, is then all there is.
	const last = first ?? (await asked)
	if ('answer' in last) return last.answer
	throw last.error
}

/** A nonce is good for one page: a person who learned the one that is kept could style all that follow. */
async function withNewNonce(kept: Response): Promise<Response> {
	const headers = new Headers(kept.headers)
	const policy = headers.get('Content-Security-Policy') ?? ''
	const html = await kept.text()
	// The body is plain text by now.
	headers.delete('Content-Encoding')
	headers.delete('Content-Length')
	const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? []
	if (nonce === undefined) return new Response(html, { headers })
	const fresh = crypto.randomUUID()
	headers.set('Content-Security-Policy', policy.replaceAll(nonce, fresh))
	return new Response(html.replaceAll(nonce, fresh), { headers })
}

/**
 * A kept file, or the server's. A request that fails, say as its page was left, is answered as a failed one: a rejection
 * stands as an unexpected error of the worker in Firefox's console.
 */
export async function fileAnswer(kept: Promise<Response | undefined>, ask: () => Promise<Response>): Promise<Response> {
	try {
		return (await kept) ?? (await ask())
	} catch {
		return Response.error()
	}
}
