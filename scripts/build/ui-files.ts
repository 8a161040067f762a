import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { cataloguesOf } from '../languages/language-files.ts'
import { projectFolder } from '../run.ts'
import { missingIn, OLDEST_BROWSERS } from './browser-floor.ts'

/** Excludes .html, which the server fills in for each request, and .woff2 and .png, which are already compressed. */
const worthCompressing = /\.(js|css|svg|json|txt)$/

const asBrotli = (original: Buffer) =>
	promisify(brotliCompress)(original, {
		params: {
			[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
			[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
			[constants.BROTLI_PARAM_SIZE_HINT]: original.length,
		},
	})

/** Over plain http browsers accept brotli only from localhost; phones on the same Wi-Fi get gzip. */
const asGzip = (original: Buffer) => promisify(gzip)(original, { level: constants.Z_BEST_COMPRESSION })

type Sizes = { before: number; after: number }

/**
 * Writes a .br and a .gz beside every text file of a folder, at maximum compression. Returns the total size before and
 * as .br.
 */
export async function precompress(folder: string): Promise<Sizes & { files: number }> {
	const names = (await readdir(folder, { recursive: true })).filter((name) => worthCompressing.test(name))
	const sizes = await Promise.all(names.map((name) => compressFile(join(folder, name))))
	const sum = (key: keyof Sizes) => sizes.reduce((total, size) => total + size[key], 0)
	return { files: names.length, before: sum('before'), after: sum('after') }
}

async function compressFile(path: string): Promise<Sizes> {
	const original = await readFile(path)
	const [brotli, gzipped] = await Promise.all([asBrotli(original), asGzip(original)])
	// A tiny file grows when compressed; the server then sends the original.
	if (brotli.length < original.length) await writeFile(`${path}.br`, brotli)
	if (gzipped.length < original.length) await writeFile(`${path}.gz`, gzipped)
	return { before: original.length, after: Math.min(brotli.length, original.length) }
}

/** Enough for most names; the others come with their first use. */
const FIRST_FONTS = /(display|text)-basic-[^/]+$/

/** The path at which the server serves the worker and browsers look for updates. */
const WORKER = 'sw.js'

export async function buildServiceWorker(folder: string) {
	const ofLanguages = await Bun.file(join(folder, 'language-files.json')).text()
	// The worker keeps the texts of one language, which its kept page names.
	const files = (await readdir(join(folder, 'assets')))
		.sort()
		.map((name) => `assets/${name}`)
		.filter((name) => !ofLanguages.includes(name))
	const page = await Bun.file(join(folder, 'index.html')).text()
	const forAll = page.replace(/data-next-of-members="[^"]*"/, '')
	const firstFiles = files.filter((name) => forAll.includes(name) || FIRST_FONTS.test(name))
	// Every file name except the page's contains a content hash.
	const version = new Bun.CryptoHasher('sha256').update(files.join()).update(page).digest('hex').slice(0, 16)
	const { outputs } = await Bun.build({
		entrypoints: [join(projectFolder, 'src-ui', 'service-worker', 'worker.ts')],
		target: 'browser',
		format: 'iife',
		minify: true,
		define: {
			BUILD: JSON.stringify({ version, files, firstFiles }),
			CATALOGUES: JSON.stringify(await cataloguesOf('src-ui/service-worker/push-notice.ts')),
		},
	})
	const code = (await outputs[0]?.text()) ?? ''
	const missing = missingIn(code)
	if (missing.length > 0) throw new Error(`${WORKER} uses what ${OLDEST_BROWSERS} lack: ${missing}`)
	await Bun.write(join(folder, WORKER), code)
}
