import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'
import { firstWordsRules } from './first-words-rules.ts'

const FOLDER = join(import.meta.dirname, '..', 'src-ui', 'first-paint')
const part = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

/** Inlined as one script, because the server allows a single script hash. */
const SCRIPTS = ['first-paint.js', 'translated-text.js']

/** Minifies to old syntax: an outdated browser must parse the script to show that it is outdated. */
const minified = (script: string) =>
	minifySync('first-paint.js', script, { compress: { target: 'es2015' } }).code.trim()

/** Comes last in the page because it may be long. */
const DATA = '<script type="application/json"'
/** Explanatory comments of the page's source, with the line break and indent before. Other comments are placeholders. */
const COMMENT = /\s*<!--(?! (?:%\w+%|first-paint\.\w+) -->).*?-->/gs
const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*href="\.\/([^"]*)"[^>]*>/

/**
 * Inlines src-ui/first-paint into the page, with the style sheet after it: a browser paints the product's name with
 * the first bytes it receives, before any other request.
 */
export function firstPaint(): Plugin[] {
	let rules: Record<string, string> = {}
	return [
		{
			name: 'backseat-first-paint',
			transformIndexHtml: {
				// Runs before vite processes the page, so that vite minifies the style.
				order: 'pre',
				handler: (html) =>
					html
						.replaceAll(COMMENT, '')
						// The server allows exactly this text by its hash.
						.replace('<!-- first-paint.js -->', () => `<script>${minified(SCRIPTS.map(part).join('\n'))}</script>`)
						.replace('<!-- first-paint.css -->', () => `<style nonce="%NONCE%">${part('first-paint.css')}</style>`)
						.replace('<!-- first-paint.html -->', () =>
							part('first-paint.html').replaceAll(/<!--(?! %).*?-->|\n\t*/gs, ''),
						),
			},
		},
		{
			name: 'backseat-style-sheet-last',
			apply: 'build',
			transformIndexHtml: {
				order: 'post',
				handler: (html, { bundle = {} }) => {
					const [link = '', name = ''] = STYLE_SHEET.exec(html) ?? []
					const sheet = bundle[name]
					if (sheet?.type !== 'asset') throw new Error(`The build has no style sheet ${name}`)
					rules = firstWordsRules(`${sheet.source}`)
					return html
						.replace('</style>', '%RULES%</style>')
						.replace(STYLE_SHEET, '')
						.replace(DATA, (data) => `${link.trim()}\n\t\t${data}`)
						.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
				},
			},
			generateBundle: {
				// Runs after vite has made the page.
				order: 'post',
				handler() {
					this.emitFile({ type: 'asset', fileName: 'page-rules.json', source: JSON.stringify(rules) })
				},
			},
		},
	]
}

/**
 * For `bun run dev` only: fills in the page's placeholders, as the real server does for each request
 * (src-server/http/files/ui-files.ts). Development has no content security policy, so no nonce either.
 */
export function devPage(): Plugin {
	// Vite's HTML hook does not receive the request.
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
						.replace('<!-- %HEAD% -->', '<title>Backseat</title>')
						// A service worker would cache modules that vite is about to replace.
						.replaceAll('%SERVICE_WORKER%', 'none')
						.replaceAll('"%ANSWERS%"', '{}')
				)
			},
		},
	}
}
