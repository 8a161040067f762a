import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Screens of the table of performance.md, by their pattern in page-preloads.json. */
const SCREENS = ['/home', '/rating/*', '/auth', '/infographic/*', '/claim/*']

/** Compressed sizes of what a screen needs before it can be used, out of a build of the browser app. */
export async function pageWeights(ui: string) {
	const page = await readFile(join(ui, 'index.html'), 'utf8')
	const preloads: Record<string, string[]> = JSON.parse(await readFile(join(ui, 'page-preloads.json'), 'utf8'))
	const rules: Record<string, string> = JSON.parse(await readFile(join(ui, 'page-rules.json'), 'utf8'))
	const chunks = await staticImports(ui)
	// A tiny file has no compressed one (scripts/build/ui-files.ts).
	const size = (name: string) =>
		stat(join(ui, `${name}.br`))
			.catch(() => stat(join(ui, name)))
			.then(({ size }) => size)
	const sum = async (names: Iterable<string>) => (await Promise.all([...names].map(size))).reduce((a, b) => a + b, 0)
	const ofEveryPage = withStaticImports(scriptsIn(page), chunks)

	const figures: Record<string, number> = {}
	for (const screen of SCREENS) {
		const preloaded = preloads[screen]
		if (!preloaded) throw new Error(`page-preloads.json has no ${screen}`)
		figures[`${screen}: scripts before it can be used, brotli`] = await sum(
			withStaticImports([...ofEveryPage, ...preloaded], chunks),
		)
		const withRules = page.replace('%RULES%', () => rules[screen] ?? '')
		figures[`${screen}: page, gzip`] = Bun.gzipSync(withRules, { level: 9 }).length
	}
	figures['style sheet of every page, brotli'] = await sum(styleSheetsIn(page))
	return figures
}

const scriptsIn = (page: string) => [...page.matchAll(/src="[^"]*(assets\/[^"]+\.js)"/g)].map(([, name = '']) => name)
const styleSheetsIn = (page: string) =>
	[...page.matchAll(/href="[^"]*(assets\/[^"]+\.css)"/g)].map(([, name = '']) => name)

/** The static imports of each script of a build. */
export async function staticImports(ui: string): Promise<Map<string, string[]>> {
	const names = (await readdir(join(ui, 'assets'))).filter((name) => name.endsWith('.js'))
	const transpiler = new Bun.Transpiler({ loader: 'js' })
	return new Map(
		await Promise.all(
			names.map(async (name) => {
				const imports = transpiler.scanImports(await readFile(join(ui, 'assets', name), 'utf8'))
				const found = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => join('assets', path))
				return [`assets/${name}`, found] as const
			}),
		),
	)
}

export function withStaticImports(names: Iterable<string>, chunks: ReadonlyMap<string, string[]>): Set<string> {
	const found = new Set(names)
	for (const name of found) for (const imported of chunks.get(name) ?? []) found.add(imported)
	return found
}
