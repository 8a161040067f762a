import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ENGLISH, LANGUAGES } from '#contract/languages.ts'
import { shellPages } from '#desktop/shell/shell-channels.ts'
import { createShellPages, SHELL_PAGE_FILES } from './shell-pages.ts'

let home: string
let answer: ReturnType<typeof createShellPages>

beforeAll(async () => {
	home = await mkdtemp(join(tmpdir(), 'backseat-pages-'))
	await writeFile(join(home, 'secret.txt'), 'secret')
	for (const name of [...Object.keys(SHELL_PAGE_FILES), 'fonts/figtree.woff2', 'left-over.js']) {
		await mkdir(dirname(join(home, 'pages', name)), { recursive: true })
		await writeFile(join(home, 'pages', name), `this is ${name}`)
	}
	answer = createShellPages(join(home, 'pages'))
})
afterAll(() => rm(home, { recursive: true }))

// Passes the URL unparsed, because a sender may write it in any form.
const ask = (url: string, method = 'GET') => answer({ url, method } as Request)

test.each(shellPages())('%s is a page', async (page) => {
	const response = await ask(`backseat-shell://page/${page}`)

	expect(response.status).toBe(200)
	expect(await response.text()).toBe('this is index.html')
	expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
})

test.each([
	['pages.js', 'text/javascript; charset=utf-8'],
	['pages.css', 'text/css; charset=utf-8'],
	['fonts/figtree.woff2', 'font/woff2'],
])('%s comes as %s', async (name, contentType) => {
	const response = await ask(`backseat-shell://page/${name}`)

	expect(await response.text()).toBe(`this is ${name}`)
	expect(response.headers.get('content-type')).toBe(contentType)
})

test.each(['backseat-shell://page/starting', 'backseat-shell://page/pages.js', 'backseat-shell://page/nowhere'])(
	'%s runs nothing of anybody else, and is kept nowhere',
	async (url) => {
		const { headers } = await ask(url)

		expect(headers.get('content-security-policy')).toBe(
			"default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		)
		expect(headers.get('x-content-type-options')).toBe('nosniff')
		expect(headers.get('cache-control')).toBe('no-store')
	},
)

test.each([
	'backseat-shell://page/',
	'backseat-shell://page',
	'backseat-shell://page/index.html',
	'backseat-shell://page/left-over.js',
	'backseat-shell://page/fonts',
	'backseat-shell://page/fonts/',
	'backseat-shell://page/Starting',
	'backseat-shell://page/starting/',
	'backseat-shell://page/starting?x=1',
	'backseat-shell://page//starting',
	'backseat-shell://page/../secret.txt',
	'backseat-shell://page/%2e%2e/secret.txt',
	'backseat-shell://page/..%2fsecret.txt',
	'backseat-shell://page/fonts/%2e%2e%2f%2e%2e%2fsecret.txt',
	'backseat-shell://page/..\\secret.txt',
	'backseat-shell://page/fonts\\figtree.woff2',
	'backseat-shell://page/pages.js%00',
	'backseat-shell://page/pages.js\0.css',
	'backseat-shell://page/%70ages.js',
	'backseat-shell://page/__proto__',
	'backseat-shell://page/constructor',
	'backseat-shell://other/starting',
	'backseat-shell://page:80/starting',
	'backseat-shell://someone@page/starting',
	'backseat-shell://page.evil.example/starting',
	'https://page/starting',
	'file:///etc/passwd',
	'not an address',
	'',
])('%s leads nowhere', async (url) => {
	const response = await ask(url)

	expect(response.status).toBe(404)
	expect(await response.text()).toBe('Wrong turn. There is nothing here.')
})

test.each(['POST', 'HEAD', 'PUT', 'get'])('%s is not a way to ask for a page', async (method) => {
	expect((await ask('backseat-shell://page/starting', method)).status).toBe(404)
})

test('an app that was packaged without its pages says so at the start', () => {
	expect(() => createShellPages(join(home, 'nowhere'))).toThrow('index.html')
})

test('the pages get their language and its texts, in time for the script that reads them', async () => {
	const page = await readFile(join(import.meta.dirname, 'index.html'), 'utf8')
	await writeFile(join(home, 'pages/index.html'), page)
	const arabic = LANGUAGES.find(({ tag }) => tag === 'ar') ?? ENGLISH
	const catalogue = { locale: 'ar', isRightToLeft: true, translations: { Close: 'إغلاق' } }
	const shown = async (answer: ReturnType<typeof createShellPages>, name: string) =>
		(await answer({ url: `backseat-shell://page/${name}`, method: 'GET' } as Request)).text()

	const inArabic = createShellPages(join(home, 'pages'), { language: arabic, catalogue })
	expect(await shown(inArabic, 'updates')).toContain('<html lang="ar" dir="rtl" ')
	expect(await shown(inArabic, 'language.js')).toBe(`globalThis.backseatCatalogue=${JSON.stringify(catalogue)}`)
	expect(page).toMatch(/<script defer src="\/language\.js"><\/script>\s*<script defer src="\/pages\.js">/)

	const inEnglish = createShellPages(join(home, 'pages'))
	expect(await shown(inEnglish, 'updates')).toContain('<html lang="en" dir="ltr" ')
	expect(await shown(inEnglish, 'language.js')).toBe('')
})
