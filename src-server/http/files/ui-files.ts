import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pageTemplate } from './page-template.ts'

/** A file of the browser app. */
export type UiFile = {
	contentType: string
	/** Weak, for the plain and the compressed bytes share it. */
	etag: string
	/** The name changes with the content, so a browser may keep it for ever. */
	isHashed: boolean
	plain: Uint8Array<ArrayBuffer>
	brotli: Uint8Array<ArrayBuffer> | null
	/** For plain http beyond this machine, a phone on the same Wi-Fi say: there browsers do not take brotli. */
	gzip: Uint8Array<ArrayBuffer> | null
}

/**
 * What differs from one page to the next. `pattern` is pageAt's; `head` and `answers` may stand in HTML, see page-head.ts
 * and page-answers.ts.
 */
export type PageOptions = {
	pattern: string | null
	nonce: string
	/** 'unknown' in the page that browsers keep for when there is no network: it is the same for everybody. */
	hasSession: boolean | 'unknown'
	hasGuestRatings: boolean
	head: string
	answers: string
}

/** Made only when it is asked for. */
export type Page = { text(): string; gzip?(): Uint8Array<ArrayBuffer> }

export type Ui = {
	/** The page, for every address that is not a file. */
	page(options: PageOptions): Page
	/** Of the one script that stands in the page itself, as a content security policy names it; null without one. */
	inlineScriptHash: string | null
	/** Whether browsers may keep the app by a service worker. */
	hasServiceWorker: boolean
	/** `path` is below the base path and starts with a slash. Only a look into a map: no request names a file on disk. */
	file(path: string): UiFile | null
}

/** `bun build --compile --asset=dist/ui` puts the folder at the binary's root, which is every module's directory there. */
const EMBEDDED = join(import.meta.dir, 'ui')
const BUILT = join(import.meta.dir, '..', '..', '..', 'dist', 'ui')
const PAGE = 'index.html'
const MANIFEST = 'manifest.webmanifest'
/** At the base path itself, as a worker is in charge of what lies below its own address. */
const SERVICE_WORKER = '/sw.js'
/** What vite makes of a name: `home-screen-Bq3xK9_a.js`. */
const HASHED = /^\/assets\/.+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/

type UiOptions = {
	folder?: string
	/** Not in the desktop app: its server is this very machine, and starts and ends with the window. */
	hasServiceWorker?: boolean
}

/** Reads the browser app once, from inside the binary or from dist/ui. */
export function loadUi(basePath: string, options: UiOptions = {}): Ui {
	const { folder = existsSync(join(EMBEDDED, PAGE)) ? EMBEDDED : BUILT, hasServiceWorker = true } = options
	if (!existsSync(join(folder, PAGE)))
		return {
			page: () => ({ text: () => NOT_BUILT }),
			inlineScriptHash: null,
			hasServiceWorker: false,
			file: () => null,
		}
	const files = readFiles(folder, basePath)
	if (!hasServiceWorker) files.delete(SERVICE_WORKER)
	// The build refers to its files as './x', but a page may live at a deeper address.
	const page = readFileSync(join(folder, PAGE), 'utf8')
		.replaceAll(/(?<=["'\s(])\.\/(?=[\w@])/g, `${basePath}/`)
		.replaceAll('%BASE_PATH%', basePath)
		.replace('%SERVICE_WORKER%', hasServiceWorker ? 'here' : 'none')
		// There it is a JSON text, for tools that read the page as it is.
		.replace('"%ANSWERS%"', '%ANSWERS%')
		.replace('<!-- %HEAD% -->', '%HEAD%')
		.replace('<!-- %PRELOADS% -->', '%PRELOADS%')
	const preloads = readPagePreloads(folder, basePath)
	const template = pageTemplate(page, ['HEAD', 'PRELOADS', 'NONCE', 'SESSION', 'GUEST', 'ANSWERS'])
	return {
		page({ pattern, nonce, hasSession, hasGuestRatings, head, answers }) {
			const values = {
				HEAD: head,
				PRELOADS: preloads.get(pattern ?? '') ?? '',
				NONCE: nonce,
				SESSION: hasSession === 'unknown' ? hasSession : hasSession ? 'live' : 'none',
				GUEST: hasGuestRatings ? 'rated' : 'none',
				ANSWERS: answers,
			}
			return { text: () => template.text(values), gzip: () => template.gzip(values) }
		},
		inlineScriptHash: hashOfInlineScript(page),
		hasServiceWorker: files.has(SERVICE_WORKER),
		file: (path) => files.get(path) ?? null,
	}
}

function hashOfInlineScript(page: string): string | null {
	const [, script] = /<script>(.*?)<\/script>/s.exec(page) ?? []
	return script === undefined ? null : `sha256-${createHash('sha256').update(script).digest('base64')}`
}

/** Which files there are is known at the start; each is read when it is first asked for, and kept. */
function readFiles(folder: string, basePath: string): Map<string, UiFile> {
	const names = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
	const known = new Set(names)
	const files = new Map<string, UiFile>()
	for (const name of names) {
		const path = name.replaceAll(sep, '/')
		if (path === `/${PAGE}` || path === `/${PRELOADS}` || path.endsWith('.br') || path.endsWith('.gz')) continue
		files.set(path, path === `/${MANIFEST}` ? manifest(folder, basePath) : lazyFile(folder, name, path, known))
	}
	return files
}

/** Its addresses are relative to its own, except for its id, which is relative to the host: each instance has its own. */
function manifest(folder: string, basePath: string): UiFile {
	const text = readFileSync(join(folder, MANIFEST), 'utf8').replaceAll('%BASE_PATH%', basePath)
	const plain = new TextEncoder().encode(text)
	return { contentType: Bun.file(MANIFEST).type, etag: etagOf(plain), isHashed: false, plain, brotli: null, gzip: null }
}

const etagOf = (bytes: Uint8Array) => `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** Reading and hashing all 190 files took a start 12 ms and 3 MB; a browser asks for a third of them. */
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

function once<T>(make: () => T): () => T {
	let made: { value: T } | undefined
	return () => {
		made ??= { value: make() }
		return made.value
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

/** Made by scripts/page-chunks.ts; nobody can ask for it. */
const PRELOADS = 'page-preloads.json'

/** For the head of each page, by its pattern: links to the scripts of its screen. */
function readPagePreloads(folder: string, basePath: string): Map<string, string> {
	const file = join(folder, PRELOADS)
	if (!existsSync(file)) return new Map()
	const scripts: Record<string, string[]> = JSON.parse(readFileSync(file, 'utf8'))
	const link = (name: string) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${basePath}/${name}">`
	return new Map(Object.entries(scripts).map(([pattern, names]) => [pattern, names.map(link).join('')]))
}
