import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

const FOLDER = join(import.meta.dirname, '..', 'src-ui', 'first-paint')
const part = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

/** In old words: a browser that is too old has to read it to say so. */
const minified = (script: string) =>
	minifySync('first-paint.js', script, { compress: { target: 'es2015' } }).code.trim()

/** The last thing in the page: it may be long. */
const DATA = '<script type="application/json"'
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
						// The server allows this very text to run, by its hash.
						.replace('<!-- first-paint.js -->', () => `<script>${minified(part('first-paint.js'))}</script>`)
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
