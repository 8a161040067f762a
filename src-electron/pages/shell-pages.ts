import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENGLISH, type Language } from '#contract/languages.ts'
import type { Catalogue } from '#contract/text.ts'
import { addressOfPage, SHELL_ORIGIN, shellPages } from '#desktop/shell/shell-channels.ts'

const PAGE = 'index.html'

export const SHELL_PAGE_FILES: Record<string, string> = {
	[PAGE]: 'text/html; charset=utf-8',
	'pages.js': 'text/javascript; charset=utf-8',
	'pages.css': 'text/css; charset=utf-8',
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

type ServedFile = { contentType: string; bytes: Uint8Array<ArrayBuffer> }

const encoded = (text: string) => new TextEncoder().encode(text)

/**
 * Serves backseat-shell://page/… from memory. The address is a lookup key, never decoded or joined to a path, so it cannot
 * reach other files on disk. Throws when a file is missing, because then the app was packaged without it.
 */
export function createShellPages(
	folder: string,
	{ language, catalogue }: { language: Language; catalogue: Catalogue | null } = { language: ENGLISH, catalogue: null },
): (request: Request) => Promise<Response> {
	const files = new Map<string, ServedFile>()
	const read = (name: string, contentType: string): ServedFile => ({
		contentType,
		bytes: new Uint8Array(readFileSync(join(folder, name))),
	})
	for (const [name, contentType] of Object.entries(SHELL_PAGE_FILES)) {
		const file = read(name, contentType)
		if (name === PAGE) for (const page of shellPages()) files.set(addressOfPage(page), withLanguage(file, language))
		else files.set(SHELL_ORIGIN + name, file)
	}
	files.set(`${SHELL_ORIGIN}language.js`, {
		contentType: SHELL_PAGE_FILES['pages.js'] ?? '',
		bytes: encoded(catalogue ? `globalThis.backseatCatalogue=${JSON.stringify(catalogue)}` : ''),
	})
	for (const name of readdirSync(join(folder, 'fonts')))
		files.set(`${SHELL_ORIGIN}fonts/${name}`, read(`fonts/${name}`, 'font/woff2'))
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

function withLanguage({ contentType, bytes }: ServedFile, { tag, direction }: Language): ServedFile {
	const page = new TextDecoder().decode(bytes)
	return { contentType, bytes: encoded(page.replace('<html lang="en"', `<html lang="${tag}" dir="${direction}"`)) }
}
