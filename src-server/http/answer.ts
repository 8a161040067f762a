import { type Caching, type Origin, pagePolicy, preparedSecurityHeaders, scriptlessPolicy } from './security-headers.ts'

export type Answer = {
	status: number
	/**
	 * A stream continues after the response exists, until its reader or producer ends it. A file is read from disk while
	 * it is sent.
	 */
	body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | Blob | null
	contentType?: string
	headers?: Record<string, string>
	caching: Caching
	page?: { nonce: string; inlineScriptHash: string | null } | { styleHash: string }
}

export type AnswerTo = Origin & {
	requestId: string
	cookies: readonly string[]
}

/** The only function that builds responses: each gets the security headers, its request id and its cookies. */
export function respond({ status, body, contentType, headers, caching, page }: Answer, to: AnswerTo): Response {
	const { isPublicHttps, isTrustworthy, requestId, cookies } = to
	const isPage = page !== undefined
	const secured = preparedSecurityHeaders({ caching, isPage, isPublicHttps, isTrustworthy })
	const response = new Response(body, { status, headers: secured })
	const own = response.headers
	if (contentType !== undefined) own.set('Content-Type', contentType)
	for (const name in headers) own.set(name, headers[name] as string)
	if (page) own.set('Content-Security-Policy', policyOf(page))
	own.set('X-Request-Id', requestId)
	for (const cookie of cookies) own.append('Set-Cookie', cookie)
	return response
}

const policyOf = (page: NonNullable<Answer['page']>) =>
	'styleHash' in page ? scriptlessPolicy(page.styleHash) : pagePolicy(page.nonce, page.inlineScriptHash)

/** For answers sent before or outside the app, to unidentified callers. */
export const toAnybody = (): AnswerTo => ({
	requestId: crypto.randomUUID(),
	cookies: [],
	isPublicHttps: false,
	isTrustworthy: false,
})
