import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENGLISH, LANGUAGES } from '#contract/languages.ts'
import { loadUi, textsOfPage } from './ui-files.ts'

const PAGE = `<!doctype html>
<html lang="en" dir="ltr" data-session="%SESSION%" data-guest="%GUEST%" data-service-worker="%SERVICE_WORKER%">
<meta name="base-path" content="%BASE_PATH%">
<!-- %HEAD% -->
<meta property="csp-nonce" nonce="%NONCE%">
<style>%RULES%</style>
<link rel="icon" href="./favicon.svg">
<link rel="manifest" href="./manifest.webmanifest">
<!-- %PRELOADS% -->
<body>
<div id="root"><!-- %FIRST_WORDS% --><i></i></div>
<script>paint()</script>
<script type="module" src="./assets/index-AbCd_12-.js"></script>
</html>`

const head = '<title>Backseat</title>'
const shown = {
	pattern: null,
	language: ENGLISH,
	nonce: 'n',
	hasSession: false,
	hasGuestRatings: false,
	firstWords: '',
	answers: '{}',
	head,
}

function builtUi(basePath = '', options: Omit<Parameters<typeof loadUi>[1] & object, 'folder'> = {}) {
	const folder = mkdtempSync(join(tmpdir(), 'backseat-ui-'))
	mkdirSync(join(folder, 'assets'))
	writeFileSync(join(folder, 'index.html'), PAGE)
	writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
	writeFileSync(join(folder, 'assets', 'index-AbCd_12-.js'), 'start()')
	writeFileSync(join(folder, 'assets', 'index-AbCd_12-.js.br'), 'compressed')
	writeFileSync(join(folder, 'page-preloads.json'), '{"/home":["assets/home-x.js","assets/list-x.js"]}')
	writeFileSync(join(folder, 'page-rules.json'), '{"/home":".driver{}"}')
	writeFileSync(join(folder, 'manifest.webmanifest'), '{"id":"%BASE_PATH%/","start_url":"./home"}')
	writeFileSync(join(folder, 'sw.js'), 'keep()')
	return loadUi(basePath, { folder, ...options })
}

const textOf = (bytes: Uint8Array | null | undefined) => (bytes ? new TextDecoder().decode(bytes) : bytes)

test('a page says in which language it is, and which way that is read', () => {
	const ui = builtUi()
	const startOf = (tag: string) => {
		const language = LANGUAGES.find((language) => language.tag === tag) ?? ENGLISH
		return ui
			.page({ ...shown, language })
			.text()
			.split(' data-session')[0]
	}

	expect(startOf('en')).toEndWith('<html lang="en" dir="ltr"')
	expect(startOf('ar')).toEndWith('<html lang="ar" dir="rtl"')
	expect(startOf('pt-BR')).toEndWith('<html lang="pt-BR" dir="ltr"')
})

test('a page at a deep address still finds its files, also below a base path', () => {
	const atRoot = builtUi().page(shown).text()
	const below = builtUi('/rides').page(shown).text()

	expect(atRoot).toContain('src="/assets/index-AbCd_12-.js"')
	expect(atRoot).toContain('href="/favicon.svg"')
	expect(atRoot).toContain(`\n${head}\n`)
	expect(atRoot).toContain('name="base-path" content=""')
	expect(below).toContain('src="/rides/assets/index-AbCd_12-.js"')
	expect(below).toContain('href="/rides/favicon.svg"')
	expect(below).toContain('name="base-path" content="/rides"')
})

test('a page of another language than the instance’s says so, for links that are sent, and has a manifest of its own', () => {
	const ui = builtUi('/rides')
	const language = LANGUAGES.find(({ tag }) => tag === 'de') ?? ENGLISH
	const page = ui.page({ ...shown, language, linkLanguage: 'de' }).text()

	expect(page).toContain('lang="de" dir="ltr" data-link-query="?in=de"')
	expect(ui.page(shown).text()).not.toContain('data-link-query')
	expect(page).toContain('href="/rides/manifest-de.webmanifest"')
	expect(JSON.parse(textOf(ui.file('/manifest-de.webmanifest')?.plain) ?? '')).toMatchObject({
		...{ id: '/rides/', lang: 'de', dir: 'ltr' },
	})
	expect(ui.file('/manifest-en.webmanifest')).toBeNull()
})

test('the texts that a page has without its scripts are in its sources, where their translations are put', () => {
	const sources = ['index.html', 'first-paint/first-paint.html'].map((name) =>
		readFileSync(join(import.meta.dir, '../../../src-ui', name), 'utf8'),
	)
	for (const english of Object.keys(textsOfPage())) expect(sources.join()).toContain(english)
})

test('a page has the style of its own first words, and no other has it', () => {
	const ui = builtUi()
	const style = (pattern: string | null) => /<style>.*<\/style>/.exec(ui.page({ ...shown, pattern }).text())?.[0]

	expect(['/home', '/rating/*', null].map(style)).toEqual([
		'<style>.driver{}</style>',
		...Array(2).fill('<style></style>'),
	])
	expect(ui.file('/page-rules.json')).toBeNull()
})

test('a page names the scripts of its screen, and no other has them', () => {
	const preloads = (page: string) =>
		[...page.matchAll(/rel="modulepreload" fetchpriority="low" crossorigin href="([^"]*)"/g)].map(([, to]) => to)
	const ui = builtUi('/rides')

	expect(preloads(ui.page({ ...shown, pattern: '/home' }).text())).toEqual([
		'/rides/assets/home-x.js',
		'/rides/assets/list-x.js',
	])
	expect(preloads(ui.page({ ...shown, pattern: '/rating/*' }).text())).toEqual([])
	expect(preloads(ui.page(shown).text())).toEqual([])
	expect(ui.file('/page-preloads.json')).toBeNull()
})

test('every page carries its own nonce and says whether a member is signed in, and whether a guest has rated', () => {
	const ui = builtUi()

	const first = ui.page({ ...shown, nonce: 'abc+/=', hasSession: true, hasGuestRatings: true }).text()
	const second = ui.page({ ...shown, nonce: 'def' }).text()

	expect(first).toContain('nonce="abc+/="')
	expect(first).toContain('data-session="live"')
	expect(second).toContain('nonce="def"')
	expect(second).toContain('data-session="none"')
	expect([first, second].map((page) => /data-guest="(\w+)"/.exec(page)?.[1])).toEqual(['rated', 'none'])
})

test('the page that browsers keep is the same for all', () => {
	const page = builtUi().page({ ...shown, hasSession: 'unknown' })

	expect(page.text()).toContain('data-session="unknown"')
})

test('the manifest has an id of its own for each base path, and is sent as a manifest', () => {
	const files = [builtUi(), builtUi('/rides')].map(({ file }) => file('/manifest.webmanifest'))

	expect(files.map((file) => JSON.parse(textOf(file?.plain) ?? ''))).toEqual([
		{ id: '/', start_url: './home' },
		{ id: '/rides/', start_url: './home' },
	])
	expect(files[0]?.contentType).toBe('application/manifest+json')
	expect(files[0]?.etag).not.toBe(files[1]?.etag)
})

test('browsers are told whether there is a service worker, and under the desktop app there is none', () => {
	const seen = [builtUi(), builtUi('', { hasServiceWorker: false })].map((ui) => [
		ui.hasServiceWorker,
		ui.page(shown).text().includes('data-service-worker="here"'),
		textOf(ui.file('/sw.js')?.plain),
	])

	expect(seen).toEqual([
		[true, true, 'keep()'],
		[false, false, undefined],
	])
})

test("the page's own script is known by the hash of its exact text, whatever the base path", () => {
	const ofPaint = `sha256-${new Bun.CryptoHasher('sha256').update('paint()').digest('base64')}`

	expect([builtUi(), builtUi('/rides')].map(({ inlineScriptHash }) => inlineScriptHash)).toEqual([ofPaint, ofPaint])
})

test('a hashed file may be kept for ever and comes compressed; others may not, and do not', () => {
	const ui = builtUi()

	const script = ui.file('/assets/index-AbCd_12-.js')
	const icon = ui.file('/favicon.svg')

	expect(script).toMatchObject({ contentType: 'text/javascript;charset=utf-8', isHashed: true })
	expect([textOf(script?.plain), textOf(script?.brotli)]).toEqual(['start()', 'compressed'])
	expect(icon).toMatchObject({ contentType: 'image/svg+xml', isHashed: false, brotli: null })
	expect(script?.etag).toMatch(/^W\/"[\w-]{22}"$/)
	expect(icon?.etag).not.toBe(script?.etag)
})

test('only the files of the browser app can be had, whatever the address looks like [T32]', () => {
	const ui = builtUi()
	const addresses = [
		...['/', '/index.html', '/assets', '/assets/', '/assets/index-AbCd_12-.js.br', '/assets/../index.html'],
		...['/../package.json', '/..%2fpackage.json', '/%2e%2e/package.json', '/assets/..\\..\\package.json'],
		...['//etc/passwd', '/__proto__', '/constructor'],
	]

	expect(addresses.map((address) => ui.file(address))).toEqual(addresses.map(() => null))
})

test('a developer who has not built the browser app reads what to do', () => {
	const ui = loadUi('', { folder: join(tmpdir(), 'no-such-folder') })

	expect(ui.page(shown).text()).toContain('bun run build')
	expect(ui.file('/assets/index-AbCd_12-.js')).toBeNull()
})

test('what the first words contain is never taken for a placeholder', () => {
	const firstWords = '<p>%NONCE% %ANSWERS% &lt;/script&gt;</p>'
	const page = builtUi().page({ ...shown, firstWords, answers: '{"a":"%FIRST_WORDS%"}' })

	expect(page.text()).toContain(`<div id="root">${firstWords}<i></i></div>`)
	expect(new TextDecoder().decode(Bun.gunzipSync(page.gzip?.() ?? new Uint8Array()))).toBe(page.text())
})

test('what stands above the app is in every page, with the nonce and base path, and its script is served', () => {
	const aboveApp = {
		html: '<style nonce="%NONCE%"></style><aside>$&</aside><script src="%BASE_PATH%/demo.js"></script>',
		path: '/demo.js',
		script: 'climbIn()',
	}
	const ui = builtUi('/rides', { aboveApp })

	const above = '<style nonce="n"></style><aside>$&</aside><script src="/rides/demo.js"></script>'
	for (const pattern of [null, '/home'])
		expect(ui.page({ ...shown, pattern }).text()).toContain(`<body>${above}\n<div id="root">`)
	expect(textOf(ui.file('/demo.js')?.plain)).toBe('climbIn()')
	expect(ui.file('/demo.js')).toMatchObject({ contentType: expect.stringContaining('javascript'), isHashed: false })
	expect(builtUi().page(shown).text()).toContain('<body>\n<div id="root">')
})
