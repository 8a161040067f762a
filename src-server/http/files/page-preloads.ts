import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Made by scripts/page-chunks.ts; nobody can ask for it. */
export const PRELOADS = 'page-preloads.json'

/** For the head of each page, by its pattern: links to the scripts of its screen. */
export function readPagePreloads(folder: string, basePath: string): Map<string, string> {
	const file = join(folder, PRELOADS)
	if (!existsSync(file)) return new Map()
	const scripts: Record<string, string[]> = JSON.parse(readFileSync(file, 'utf8'))
	const link = (name: string) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${basePath}/${name}">`
	return new Map(Object.entries(scripts).map(([pattern, names]) => [pattern, names.map(link).join('')]))
}
