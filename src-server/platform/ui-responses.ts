import type { UiFile } from './ui-files.ts'

/** A file of the browser app, compressed for those who can read it, or 'you have it already'. */
export function fileResponse({ contentType, etag, plain, brotli }: UiFile, { headers: asked }: Request): Response {
	const headers = new Headers({ ETag: etag })
	if (brotli) headers.set('Vary', 'Accept-Encoding')
	if (asked.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
	headers.set('Content-Type', contentType)
	const takesBrotli = brotli !== null && /\bbr\b/.test(asked.get('accept-encoding') ?? '')
	if (takesBrotli) headers.set('Content-Encoding', 'br')
	return new Response(takesBrotli ? brotli : plain, { headers })
}

export const pageResponse = (page: string): Response =>
	new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
