import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../run.ts'
import { missingIn, OLDEST_BROWSERS } from './browser-floor.ts'

/** Where the server has it, and the browser looks for a newer one. */
const WORKER = 'sw.js'

/** Writes /sw.js into the folder of the built browser app, with the list of what it keeps. */
export async function buildServiceWorker(folder: string) {
	const files = (await readdir(join(folder, 'assets'))).sort().map((name) => `assets/${name}`)
	const page = await Bun.file(join(folder, 'index.html')).text()
	// The names of files change with their content; the page has none in its name.
	const version = new Bun.CryptoHasher('sha256').update(files.join()).update(page).digest('hex').slice(0, 16)
	const { outputs } = await Bun.build({
		entrypoints: [join(projectFolder, 'src-ui', 'service-worker', 'worker.ts')],
		target: 'browser',
		format: 'iife',
		minify: true,
		define: { BUILD: JSON.stringify({ version, files }) },
	})
	const code = (await outputs[0]?.text()) ?? ''
	const missing = missingIn(code)
	if (missing.length > 0) throw new Error(`${WORKER} uses what ${OLDEST_BROWSERS} lack: ${missing}`)
	await Bun.write(join(folder, WORKER), code)
}
