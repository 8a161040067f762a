import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

const FOLDER = join(import.meta.dirname, '..', 'src-ui', 'first-paint')
const part = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

/** They stand in the page as one script, since the server allows one by its hash. */
const SCRIPTS = ['first-paint.js', 'translated-text.js']

/** In old words: a browser that is too old has to read it to say so. */
const minified = (script: string) =>
	minifySync('first-paint.js', script, { compress: { target: 'es2015' } }).code.trim()

/** The last thing in the page: it may be long. */
const DATA = '<script type="application/json"'
/** What explains the page's source, and a line break and indent before it. The others are places to fill in. */
const COMMENT = /\s*<!--(?! (?:%\w+%|first-paint\.\w+) -->).*?-->/gs
const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/

/**
 * Puts src-ui/first-paint into the page itself, and the style sheet behind it: a browser paints the product's name
 * with the first bytes that it receives, before it has asked for anything else.
 */
export function firstPaint(): Plugin[] {
	return [
		{
			name: 'backseat-first-paint',
			transformIndexHtml: {
				// Before vite looks at the page: it makes the style smaller.
				order: 'pre',
				handler: (html) =>
					html
						.replaceAll(COMMENT, '')
						// The server allows this very text to run, by its hash.
						.replace('<!-- first-paint.js -->', () => `<script>${minified(SCRIPTS.map(part).join('\n'))}</script>`)
						.replace('<!-- first-paint.css -->', () => `<style nonce="%NONCE%">${part('first-paint.css')}</style>`)
						.replace('<!-- first-paint.html -->', () => part('first-paint.html').replaceAll(/<!--.*?-->|\n\t*/gs, '')),
			},
		},
		{
			name: 'backseat-style-sheet-last',
			apply: 'build',
			transformIndexHtml: {
				order: 'post',
				handler: (html) => {
					const [link = ''] = STYLE_SHEET.exec(html) ?? []
					return (
						html
							.replace(STYLE_SHEET, '')
							.replace(DATA, (data) => `${link.trim()}\n\t\t${data}`)
							// The first paint needs none of them.
							.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
					)
				},
			},
		},
	]
}

/**
 * `bun run dev` only: fills in the page's placeholders, which the real server fills in for each request
 * (src-server/http/files/ui-files.ts). There is no content security policy here, so no nonce either.
 */
export function devPage(): Plugin {
	// Vite asks for the page's text without saying who asked for the page.
	const cookiesOfRequest = new AsyncLocalStorage<string>()
	return {
		name: 'backseat-dev-page',
		apply: 'serve',
		configureServer: ({ middlewares }) => {
			middlewares.use((request, _response, next) => cookiesOfRequest.run(request.headers.cookie ?? '', next))
		},
		transformIndexHtml: {
			order: 'pre',
			handler: (html) => {
				const cookies = cookiesOfRequest.getStore() ?? ''
				const hasSession = /(^|; )backseat_session=/.test(cookies)
				const isGuest = /(^|; )backseat_guest=/.test(cookies)
				return (
					html
						.replaceAll('%BASE_PATH%', '')
						.replaceAll('%NONCE%', '')
						.replaceAll('%SESSION%', hasSession ? 'live' : 'none')
						.replaceAll('%GUEST%', isGuest ? 'rated' : 'none')
						// No chat finds its way here.
						.replace('<!-- %HEAD% -->', '<title>Backseat</title>')
						// It would keep what vite is about to replace.
						.replaceAll('%SERVICE_WORKER%', 'none')
						// Here the app asks for everything itself.
						.replaceAll('"%ANSWERS%"', '{}')
				)
			},
		},
	}
}
