import type { UiFile } from './ui-files.ts'

/** A file of the browser app, compressed for those who can read it, or 'you have it already'. */
export function fileResponse(
	{ contentType, etag, plain, brotli, gzip }: UiFile,
	{ headers: asked }: Request,
): Response {
	const headers = new Headers({ ETag: etag })
	if (brotli ?? gzip) headers.set('Vary', 'Accept-Encoding')
	if (asked.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
	headers.set('Content-Type', contentType)
	const takes = asked.get('accept-encoding') ?? ''
	if (brotli && /\bbr\b/.test(takes)) return new Response(brotli, { headers: encoded(headers, 'br') })
	if (gzip && /\bgzip\b/.test(takes)) return new Response(gzip, { headers: encoded(headers, 'gzip') })
	return new Response(plain, { headers })
}

function encoded(headers: Headers, encoding: string): Headers {
	headers.set('Content-Encoding', encoding)
	return headers
}

export const pageResponse = (page: string, status = 200): Response =>
	new Response(page, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })

export const noFileResponse = (): Response =>
	new Response('Not found\n', { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
