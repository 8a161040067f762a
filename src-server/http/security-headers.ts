const COMMON: Record<string, string> = {
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	// Not 'no-referrer': browsers would then send 'Origin: null' on our own posts, which our gate refuses.
	'Referrer-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
	// Without 'web-share': Chromium does not know it, logs an error on each page, and allows sharing without it.
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

/** For pages without script, whose bytes must not differ by a nonce: the hash allows their one `<style>`. */
export const scriptlessPolicy = (styleHash: string) =>
	[
		"default-src 'none'",
		`style-src '${styleHash}'`,
		"img-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join('; ')

export type Caching = 'private' | 'revalidate' | 'immutable'

const CACHE_CONTROL: Record<Caching, string> = {
	private: 'no-store',
	revalidate: 'no-cache',
	immutable: 'public, max-age=31536000, immutable',
}

export type Origin = {
	isPublicHttps: boolean
	/** True if browsers treat the origin as secure: https or localhost. */
	isTrustworthy: boolean
}

type Kind = Origin & { caching: Caching; isPage: boolean }

/**
 * The headers that keep other sites and caches away from an answer. The policy here is the API's; a page replaces it with
 * its own, which has a nonce.
 */
function securityHeaders({ caching, isPage, isPublicHttps, isTrustworthy }: Kind): Headers {
	const headers = new Headers(COMMON)
	headers.set('Content-Security-Policy', API_POLICY)
	headers.set('Cache-Control', CACHE_CONTROL[caching])
	// A page shows if its reader is signed in, so it varies by cookie like the API.
	if (caching === 'private' || isPage) headers.set('Vary', 'Cookie')
	// Over plain http, browsers ignore this header on pages and log an error each time.
	if (isTrustworthy || !isPage) headers.set('Cross-Origin-Opener-Policy', 'same-origin')
	// HSTS binds every port of the name, so other names of this server, such as nas.local, never get it.
	if (isPublicHttps) headers.set('Strict-Transport-Security', 'max-age=31536000')
	return headers
}

const prepared = new Map<number, Headers>()
const CACHINGS: Caching[] = ['private', 'revalidate', 'immutable']

/**
 * Security headers, prepared once per kind; do not mutate them. `new Response` copies them in 0.7 µs, including the
 * request id; setting them one by one on a finished response took 5.0 µs.
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
