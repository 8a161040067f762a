const COMMON: Record<string, string> = {
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	// Not 'no-referrer': browsers would then send 'Origin: null' on our own posts, which our gate refuses.
	'Referrer-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
	// Not 'web-share': Chromium does not know it, says so on every page, and allows us to share without it.
	'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-write=(self)',
	'X-Robots-Tag': 'noindex',
}

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/**
 * `nonce` is for the `<style>` of the first paint and the two that react-aria inserts; scripts never get one. The script
 * of the first paint is allowed by its hash: this very text and no other.
 */
export const pagePolicy = (nonce: string, inlineScriptHash: string | null) =>
	[
		"default-src 'none'",
		inlineScriptHash ? `script-src 'self' '${inlineScriptHash}'` : "script-src 'self'",
		`style-src 'self' 'nonce-${nonce}'`,
		"img-src 'self' data: blob:",
		"font-src 'self'",
		"connect-src 'self'",
		"manifest-src 'self'",
		"worker-src 'self'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
		"object-src 'none'",
	].join('; ')

/** How long, and by whom, an answer may be kept. */
export type Caching = 'private' | 'revalidate' | 'immutable'

const CACHE_CONTROL: Record<Caching, string> = {
	private: 'no-store',
	revalidate: 'no-cache',
	immutable: 'public, max-age=31536000, immutable',
}

/** The address that an answer is for, as far as its headers depend on it. */
export type Origin = {
	/** Whether it was asked for at the https public URL. */
	isPublicHttps: boolean
	/** Whether browsers trust the origin: https, or this very machine. */
	isTrustworthy: boolean
}

/** What decides which headers an answer gets. */
type Kind = Origin & { caching: Caching; isPage: boolean }

/**
 * The headers that keep other sites and caches away from an answer; those of the API, where it is not a page. A page's
 * own policy, which has a nonce, is to take the place of the policy here.
 */
function securityHeaders({ caching, isPage, isPublicHttps, isTrustworthy }: Kind): Headers {
	const headers = new Headers(COMMON)
	headers.set('Content-Security-Policy', API_POLICY)
	headers.set('Cache-Control', CACHE_CONTROL[caching])
	// A page says whether its reader is signed in, so it differs by cookie as the API does.
	if (caching === 'private' || isPage) headers.set('Vary', 'Cookie')
	// On pages over plain http in the home network browsers ignore it, with an error in the console of each.
	if (isTrustworthy || !isPage) headers.set('Cross-Origin-Opener-Policy', 'same-origin')
	// It binds every port of this name, so it is never sent for a name that merely leads here too, such as nas.local.
	if (isPublicHttps) headers.set('Strict-Transport-Security', 'max-age=31536000')
	return headers
}

const prepared = new Map<number, Headers>()
const CACHINGS: Caching[] = ['private', 'revalidate', 'immutable']

/**
 * The same, made once for each kind there is. `new Response` copies them: 0.7 µs for an answer with its request id, where
 * setting them one by one on a copy of a finished response took 5.0 µs. Not to be changed.
 */
export function preparedSecurityHeaders(kind: Kind): Headers {
	const flags = (kind.isPage ? 1 : 0) | (kind.isPublicHttps ? 2 : 0) | (kind.isTrustworthy ? 4 : 0)
	const key = CACHINGS.indexOf(kind.caching) * 8 + flags
	let headers = prepared.get(key)
	if (!headers) {
		headers = securityHeaders(kind)
		prepared.set(key, headers)
	}
	return headers
}
