import type { Answer } from '#server/http/answer.ts'
import type { UiFile } from './ui-files.ts'

/** A file of the browser app, compressed for those who can read it, or 'you have it already'. */
export function fileAnswer(
	{ contentType, etag, isHashed, plain, brotli, gzip }: UiFile,
	{ headers: asked }: Request,
): Answer {
	const caching = isHashed ? 'immutable' : 'revalidate'
	const headers: Record<string, string> = { ETag: etag }
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

export const pageAnswer = (text: string, page: NonNullable<Answer['page']>, status = 200): Answer => ({
	status,
	body: text,
	contentType: 'text/html; charset=utf-8',
	caching: status === 200 ? 'revalidate' : 'private',
	page,
})

export const noFileAnswer = (): Answer => ({
	status: 404,
	body: 'Not found\n',
	contentType: 'text/plain; charset=utf-8',
	caching: 'private',
})
