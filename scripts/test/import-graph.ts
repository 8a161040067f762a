import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export async function importsReader(tree: string): Promise<(file: string, text: string) => string[]> {
	const { imports } = JSON.parse(await readFile(join(tree, 'package.json'), 'utf8'))
	return (file, text) =>
		[...text.matchAll(/(?:from|import)[ (]+'((?:#|\.)[^']+)'/g)].map(([, from = '']) => {
			const [top = '', ...rest] = from.split('/')
			const to = from.startsWith('#') ? imports[`${top}/*`].replace('*', rest.join('/')) : join(dirname(file), from)
			return join(to).replaceAll('\\', '/')
		})
}

export async function withImports(tree: string, files: Iterable<string>): Promise<Set<string>> {
	const importsIn = await importsReader(tree)
	const found = new Set(files)
	for (const file of found) {
		if (!/\.[cm]?[jt]sx?$/.test(file)) continue
		const text = await readFile(join(tree, file), 'utf8').catch(() => '')
		for (const imported of importsIn(file, text)) found.add(imported)
	}
	return found
}
