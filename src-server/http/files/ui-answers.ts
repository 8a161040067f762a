import type { Answer } from '#server/http/answer.ts'
import type { Page, UiFile } from './ui-files.ts'

export function fileAnswer(
	{ contentType, etag, isHashed, plain, brotli, gzip }: UiFile,
	{ headers: asked }: Request,
): Answer {
	const caching = isHashed ? 'immutable' : 'revalidate'
	const headers: Record<string, string> = { ETag: etag }
	if (contentType.startsWith('text/javascript')) headers['Content-Security-Policy'] = SCRIPT_POLICY
	if (brotli ?? gzip) headers.Vary = 'Accept-Encoding'
	if (asked.get('if-none-match') === etag) return { status: 304, body: null, headers, caching }
	const takes = asked.get('accept-encoding') ?? ''
	const as = (body: Uint8Array<ArrayBuffer>, encoding?: string): Answer => {
		if (encoding) headers['Content-Encoding'] = encoding
		return { status: 200, body, contentType, headers, caching }
	}
	if (brotli && /\bbr\b/.test(takes)) return as(brotli, 'br')
	if (gzip && /\bgzip\b/.test(takes)) return as(gzip, 'gzip')
	return as(plain)
}

/** A page's own policy covers its scripts. A worker uses this one and may contact only this server. */
const SCRIPT_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

type Policy = NonNullable<Answer['page']>

export function uiPageAnswer(
	{ text, gzip }: Page,
	{ headers: asked }: Request,
	policy: Policy,
	{ status, language }: { status: number; language: string },
): Answer {
	const headers = { Vary: 'Cookie, Accept-Encoding, Accept-Language', 'Content-Language': language }
	if (!gzip || !/\bgzip\b/.test(asked.get('accept-encoding') ?? ''))
		return { ...pageAnswer(text(), policy, status), headers }
	return { ...pageAnswer(gzip(), policy, status), headers: { ...headers, 'Content-Encoding': 'gzip' } }
}

export const pageAnswer = (body: NonNullable<Answer['body']>, page: Policy, status = 200): Answer => ({
	status,
	body,
	contentType: 'text/html; charset=utf-8',
	caching: status === 200 ? 'revalidate' : 'private',
	page,
})

/** Temporary, because another version may resolve the link differently. */
export const redirectAnswer = (address: string): Answer => ({
	status: 302,
	body: null,
	headers: { Location: address },
	caching: 'private',
})

export const noFileAnswer = (): Answer => ({
	status: 404,
	body: 'Not found\n',
	contentType: 'text/plain; charset=utf-8',
	caching: 'private',
})
