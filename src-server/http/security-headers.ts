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
const pagePolicy = (nonce: string, inlineScriptHash: string | null) =>
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

/** What decides which headers an answer gets. */
export type AnswerOrigin = {
	caching: Caching
	/** Whether it was asked for at the https public URL. */
	isPublicHttps: boolean
	/** Whether browsers trust the origin: https, or this very machine. */
	isTrustworthy: boolean
	/** Only for pages. */
	nonce?: string
	/** Only for pages with a script of their own. */
	inlineScriptHash?: string | null
}

/** Sets the headers that keep other sites and caches away from an answer. */
export function secure(response: Response, about: AnswerOrigin): Response {
	const { headers } = response
	for (const name in COMMON) headers.set(name, COMMON[name] as string)
	headers.set(
		'Content-Security-Policy',
		about.nonce ? pagePolicy(about.nonce, about.inlineScriptHash ?? null) : API_POLICY,
	)
	headers.set('Cache-Control', CACHE_CONTROL[about.caching])
	// A page says whether its reader is signed in, so it differs by cookie as the API does.
	if (about.caching === 'private' || about.nonce) headers.set('Vary', 'Cookie')
	// On pages over plain http in the home network browsers ignore it, with an error in the console of each.
	if (about.isTrustworthy || !about.nonce) headers.set('Cross-Origin-Opener-Policy', 'same-origin')
	// It binds every port of this name, so it is never sent for a name that merely leads here too, such as nas.local.
	if (about.isPublicHttps) headers.set('Strict-Transport-Security', 'max-age=31536000')
	return response
}
