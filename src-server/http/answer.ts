import { type Caching, type Origin, pagePolicy, preparedSecurityHeaders } from './security-headers.ts'

/** What is to be answered, before it becomes a response. */
export type Answer = {
	status: number
	/**
	 * A stream goes on after the response was made, until its reader or its maker ends it. A file of the disk is sent
	 * as it is read.
	 */
	body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | Blob | null
	contentType?: string
	/** Beside those that every answer has. */
	headers?: Record<string, string>
	caching: Caching
	/** Only for pages: what their content security policy allows. */
	page?: { nonce: string; inlineScriptHash: string | null }
}

/** What of the request decides how its answer looks. */
export type AnswerTo = Origin & {
	requestId: string
	/** `Set-Cookie` lines. */
	cookies: readonly string[]
}

/** The one place where responses are made: each has the security headers, its request's id and cookies. */
export function respond({ status, body, contentType, headers, caching, page }: Answer, to: AnswerTo): Response {
	const { isPublicHttps, isTrustworthy, requestId, cookies } = to
	const isPage = page !== undefined
	const secured = preparedSecurityHeaders({ caching, isPage, isPublicHttps, isTrustworthy })
	const response = new Response(body, { status, headers: secured })
	const own = response.headers
	if (contentType !== undefined) own.set('Content-Type', contentType)
	for (const name in headers) own.set(name, headers[name] as string)
	if (page) own.set('Content-Security-Policy', pagePolicy(page.nonce, page.inlineScriptHash))
	own.set('X-Request-Id', requestId)
	for (const cookie of cookies) own.append('Set-Cookie', cookie)
	return response
}

/** For answers from before or beside the app, to anybody. */
export const toAnybody = (): AnswerTo => ({
	requestId: crypto.randomUUID(),
	cookies: [],
	isPublicHttps: false,
	isTrustworthy: false,
})
