import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { ENGLISH, LANGUAGE_OF_LINK, LANGUAGES, type Language } from '#contract/languages.ts'
import { inLanguage, messageInWords, t } from '#contract/text.ts'
import { catalogueOf } from '#server/catalogues.ts'
import { once } from '#server/once.ts'
import { type PageTemplate, pageTemplate } from './page-template.ts'

export type UiFile = {
	contentType: string
	/** Weak, because plain and compressed bytes share it. */
	etag: string
	/** The name contains a content hash, so browsers may cache the file forever. */
	isHashed: boolean
	plain: Uint8Array<ArrayBuffer>
	brotli: Uint8Array<ArrayBuffer> | null
	/** Browsers accept no brotli over plain http beyond localhost, for example on the LAN. */
	gzip: Uint8Array<ArrayBuffer> | null
}

/** `pattern` comes from pageAt; `head`, `firstWords` and `answers` are inserted unescaped (page-head.ts, first-words/, page-answers.ts). */
export type PageOptions = {
	pattern: string | null
	language: Language
	/** The browser writes it into links that are sent (`?in=pl`); absent in the language of the instance. */
	linkLanguage?: string | undefined
	nonce: string
	/** 'unknown' in the offline page, which is the same for all visitors. */
	hasSession: boolean | 'unknown'
	hasGuestRatings: boolean
	head: string
	firstWords: string
	answers: string
}

export type Page = { text(): string; gzip?(): Uint8Array<ArrayBuffer> }

export type Ui = {
	page(options: PageOptions): Page
	/** CSP hash of the inline script; null without one. */
	inlineScriptHash: string | null
	hasServiceWorker: boolean
	/** `path` is below the base path, with a leading slash. Looks up a map, so no request can name a file on disk. */
	file(path: string): UiFile | null
}

/**
 * `bun build --compile --asset=dist/ui` puts the folder at the binary's root, which is every module's directory there.
 */
const EMBEDDED = join(import.meta.dir, 'ui')
const BUILT = join(import.meta.dir, '..', '..', '..', 'dist', 'ui')
const PAGE = 'index.html'
const MANIFEST = 'manifest.webmanifest'
/** A worker controls only paths below its own, so it lies at the base path. */
const SERVICE_WORKER = '/sw.js'
const HASHED = /^\/assets\/.+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/

/** Stands before the app on every page, with a script of its own, which is served at `path`. */
export type AboveApp = { html: string; path: string; script: string }

type UiOptions = {
	folder?: string
	aboveApp?: AboveApp
	/** Off in the desktop app, whose server runs only while its window is open. */
	hasServiceWorker?: boolean
}

export function loadUi(basePath: string, options: UiOptions = {}): Ui {
	const { folder = existsSync(join(EMBEDDED, PAGE)) ? EMBEDDED : BUILT, hasServiceWorker = true, aboveApp } = options
	if (!existsSync(join(folder, PAGE)))
		return {
			page: () => ({ text: () => NOT_BUILT }),
			inlineScriptHash: null,
			hasServiceWorker: false,
			file: () => null,
		}
	const files = once(() => {
		const found = readFiles(folder, basePath)
		if (!hasServiceWorker) found.delete(SERVICE_WORKER)
		if (aboveApp) found.set(aboveApp.path, plainFile(aboveApp.path, aboveApp.script))
		return found
	})
	const shell = once(() => readPage(folder, basePath, { hasServiceWorker, aboveApp }))
	const manifests = new Map(
		LANGUAGES.filter((language) => language !== ENGLISH).map((language) => [
			manifestOf(language),
			once(() => translatedManifest(folder, basePath, language)),
		]),
	)
	return {
		page({ pattern, language, linkLanguage, nonce, hasSession, hasGuestRatings, head, firstWords, answers }) {
			const template = shell().templateOf(pattern ?? '', language, linkLanguage)
			const values = {
				HEAD: head,
				NONCE: nonce,
				SESSION: hasSession === 'unknown' ? hasSession : hasSession ? 'live' : 'none',
				GUEST: hasGuestRatings ? 'rated' : 'none',
				FIRST_WORDS: firstWords,
				ANSWERS: answers,
			}
			return { text: () => template.text(values), gzip: () => template.gzip(values) }
		},
		get inlineScriptHash() {
			return shell().inlineScriptHash
		},
		get hasServiceWorker() {
			return files().has(SERVICE_WORKER)
		},
		file: (path) => files().get(path) ?? manifests.get(path)?.() ?? null,
	}
}

function readPage(
	folder: string,
	basePath: string,
	{ hasServiceWorker, aboveApp }: { hasServiceWorker: boolean; aboveApp: AboveApp | undefined },
) {
	// The build refers to its files as './x', which fails for pages with deeper paths.
	const page = readFileSync(join(folder, PAGE), 'utf8')
		.replaceAll(/(?<=["'\s(])\.\/(?=[\w@])/g, `${basePath}/`)
		.replaceAll('%BASE_PATH%', basePath)
		.replace('%SERVICE_WORKER%', hasServiceWorker ? 'here' : 'none')
		// Quoted in the source so that other tools can parse it as JSON.
		.replace('"%ANSWERS%"', '%ANSWERS%')
		.replace('<!-- %HEAD% -->', '%HEAD%')
		.replace('<!-- %FIRST_WORDS% -->', '%FIRST_WORDS%')
	const preloads = readOfPages<string[]>(folder, PRELOADS)
	const rules = readOfPages<string>(folder, RULES)
	const ofLanguages = readOfPages<{ pages: Record<string, string[]> }>(folder, LANGUAGE_FILES)
	const link = (name: string) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${basePath}/${name}">`
	const script = (name: string) => `<script type="module" crossorigin src="${basePath}/${name}"></script>`
	const templates = new Map<string, PageTemplate>()
	/** Module scripts run in the order of the page, so the app finds its language's texts. */
	const scriptsOf = ({ tag }: Language, pattern: string) => {
		const pages = ofLanguages.get(tag)?.pages ?? {}
		return (pages[pattern] ?? pages['/settings'] ?? []).map(script).join('')
	}
	/** Compressing a page takes longer than all else that a start does for the browser app, so it waits for a visitor. */
	function templateOf(pattern: string, language: Language, linkLanguage: string | undefined): PageTemplate {
		const name = `${language.tag} ${pattern}`
		const known = templates.get(name)
		if (known) return known
		const ofPattern = page
			.replace(
				IN_ENGLISH,
				`lang="${language.tag}" dir="${language.direction}"${linkLanguage ? ` data-link-query="?${LANGUAGE_OF_LINK}=${linkLanguage}"` : ''}`,
			)
			.replace('<body>', () => `<body>${aboveApp?.html.replaceAll('%BASE_PATH%', basePath) ?? ''}`)
			.replace(`/${MANIFEST}`, manifestOf(language))
			.replace('<!-- %PRELOADS% -->', () => preloads.get(pattern)?.map(link).join('') ?? '')
			.replace('%RULES%', () => rules.get(pattern) ?? '')
			.replace(APP_SCRIPT, (app) => `${scriptsOf(language, pattern)}${app}`)
		const template = pageTemplate(inWords(ofPattern), ['HEAD', 'NONCE', 'SESSION', 'GUEST', 'FIRST_WORDS', 'ANSWERS'])
		templates.set(name, template)
		return template
	}
	return { templateOf, inlineScriptHash: hashOfInlineScript(page) }
}

const APP_SCRIPT = /<script type="module"/

function hashOfInlineScript(page: string): string | null {
	const [, script] = /<script>(.*?)<\/script>/s.exec(page) ?? []
	return script === undefined ? null : `sha256-${Bun.SHA256.hash(script, 'base64')}`
}

/** Lists all files; reads each on first use. */
function readFiles(folder: string, basePath: string): Map<string, UiFile> {
	const names = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
	const known = new Set(names)
	const files = new Map<string, UiFile>()
	for (const name of names) {
		const path = name.replaceAll(sep, '/')
		if (path === `/${PAGE}` || OF_PAGES.has(path) || path.startsWith(CATALOGUES)) continue
		if (path.endsWith('.br') || path.endsWith('.gz')) continue
		files.set(path, path === `/${MANIFEST}` ? manifest(folder, basePath) : lazyFile(folder, name, path, known))
	}
	return files
}

/** The manifest's `id` is relative to the host, so each instance needs its own. */
function manifest(folder: string, basePath: string): UiFile {
	return plainFile(MANIFEST, readFileSync(join(folder, MANIFEST), 'utf8').replaceAll('%BASE_PATH%', basePath))
}

const manifestOf = ({ tag }: Language) => (tag === ENGLISH.tag ? `/${MANIFEST}` : `/manifest-${tag}.webmanifest`)

type Manifest = { description?: string; shortcuts?: { name: string }[]; screenshots?: { label: string }[] }

function translatedManifest(folder: string, basePath: string, { tag, direction }: Language): UiFile {
	const text = readFileSync(join(folder, MANIFEST), 'utf8').replaceAll('%BASE_PATH%', basePath)
	const { description = '', shortcuts = [], screenshots = [], ...manifest }: Manifest = JSON.parse(text)
	const shown = inLanguage(catalogueOf(tag), () => ({
		...manifest,
		lang: tag,
		dir: direction,
		description: messageInWords(description),
		shortcuts: shortcuts.map((shortcut) => ({ ...shortcut, name: messageInWords(shortcut.name) })),
		screenshots: screenshots.map((shot) => ({ ...shot, label: messageInWords(shot.label) })),
	}))
	return plainFile(MANIFEST, JSON.stringify(shown))
}

function plainFile(name: string, text: string): UiFile {
	const plain = new TextEncoder().encode(text)
	return { contentType: Bun.file(name).type, etag: etagOf(plain), isHashed: false, plain, brotli: null, gzip: null }
}

const etagOf = (bytes: Uint8Array) =>
	`W/"${new Bun.CryptoHasher('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** Lazy, because reading and hashing all 190 files costs 12 ms and 3 MB, and a browser requests a third. */
function lazyFile(folder: string, name: string, path: string, known: ReadonlySet<string>): UiFile {
	const read = (name: string) => new Uint8Array(readFileSync(join(folder, name)))
	const twin = (ending: string) => once(() => (known.has(`${name}.${ending}`) ? read(`${name}.${ending}`) : null))
	const plain = once(() => read(name))
	const brotli = twin('br')
	const gzip = twin('gz')
	const etag = once(() => etagOf(plain()))
	return {
		contentType: Bun.file(name).type,
		isHashed: HASHED.test(path),
		get etag() {
			return etag()
		},
		get plain() {
			return plain()
		},
		get brotli() {
			return brotli()
		},
		get gzip() {
			return gzip()
		},
	}
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Backseat</title>
<h1>The browser app is not built yet</h1>
<p>Run <code>bun run build</code> and start again. The API is here already.</p>
</html>
`

/** In src-ui/index.html, which other tools read as it is. */
const IN_ENGLISH = 'lang="en" dir="ltr"'

/** The texts of index.html and first-paint.html, by their English. */
export const textsOfPage = (): Record<string, string> => ({
	// Translators: for screen readers, while the app loads
	'Starting Backseat': t('Starting Backseat'),
	'Backseat needs JavaScript to take you anywhere.': t('Backseat needs JavaScript to take you anywhere.'),
	'This browser is too old for Backseat. Please update it, or take another one.': t(
		'This browser is too old for Backseat. Please update it, or take another one.',
	),
})

const inWords = (page: string): string =>
	Object.entries(textsOfPage()).reduce(
		(words, [english, text]) => words.replace(english, () => Bun.escapeHTML(text)),
		page,
	)

/** Written by scripts/page-chunks.ts and scripts/page-html.ts, and never served. */
const PRELOADS = 'page-preloads.json'
const RULES = 'page-rules.json'
/** Written by scripts/languages/language-files.ts. */
const LANGUAGE_FILES = 'language-files.json'
const OF_PAGES: ReadonlySet<string> = new Set([PRELOADS, RULES, LANGUAGE_FILES].map((name) => `/${name}`))
/** Read by src-server/catalogues.ts. */
const CATALOGUES = '/catalogues/'

/** By the patterns of pageAt. */
function readOfPages<Value>(folder: string, name: string): Map<string, Value> {
	const file = join(folder, name)
	return new Map(existsSync(file) ? Object.entries<Value>(JSON.parse(readFileSync(file, 'utf8'))) : [])
}
