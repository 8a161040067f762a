import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOfPage, SHELL_ORIGIN, shellPages } from '#desktop/shell/shell-channels.ts'

const PAGE = 'index.html'

export const SHELL_PAGE_FILES: Record<string, string> = {
	[PAGE]: 'text/html; charset=utf-8',
	'pages.js': 'text/javascript; charset=utf-8',
	'pages.css': 'text/css; charset=utf-8',
	'fonts/bricolage.woff2': 'font/woff2',
	'fonts/bricolage-latin.woff2': 'font/woff2',
	'fonts/figtree.woff2': 'font/woff2',
	'fonts/figtree-latin.woff2': 'font/woff2',
	'fonts/plate.woff2': 'font/woff2',
	'fonts/plate-latin.woff2': 'font/woff2',
	'fonts/receipt.woff2': 'font/woff2',
	'fonts/receipt-latin.woff2': 'font/woff2',
}

const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"font-src 'self'",
	"img-src 'self' data:",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join('; ')

const headers = (contentType: string) => ({
	'Content-Type': contentType,
	'Content-Security-Policy': POLICY,
	'X-Content-Type-Options': 'nosniff',
	'Cache-Control': 'no-store',
})

/**
 * Serves backseat-shell://page/… from memory. The address is a lookup key, never decoded or joined to a path, so it cannot
 * reach other files on disk. Throws when a file is missing, because then the app was packaged without it.
 */
export function createShellPages(folder: string): (request: Request) => Promise<Response> {
	const files = new Map<string, { contentType: string; bytes: Uint8Array<ArrayBuffer> }>()
	for (const [name, contentType] of Object.entries(SHELL_PAGE_FILES)) {
		const file = { contentType, bytes: new Uint8Array(readFileSync(join(folder, name))) }
		if (name === PAGE) for (const page of shellPages()) files.set(addressOfPage(page), file)
		else files.set(SHELL_ORIGIN + name, file)
	}
	return async ({ method, url }) => {
		const file = method === 'GET' ? files.get(url) : undefined
		return file
			? new Response(file.bytes, { headers: headers(file.contentType) })
			: new Response('Wrong turn. There is nothing here.', {
					status: 404,
					headers: headers('text/plain; charset=utf-8'),
				})
	}
}
