import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type PackageFolders, packagesIn, packagesOf } from '../licenses/bundled-packages.ts'
import { projectFolder } from '../run.ts'

const source = join(projectFolder, 'src-electron/pages')

/** The files' names in the pages' folder. All made by look/fonts/subset.ts. */
const fonts: Record<string, string> = {
	'bricolage.woff2': 'look/fonts/display-latin.woff2',
	'figtree.woff2': 'look/fonts/text-latin.woff2',
	'plate.woff2': 'look/fonts/plate-latin.woff2',
	'receipt.woff2': 'look/fonts/receipt-latin.woff2',
}

/**
 * Makes the shell's own pages: index.html, pages.js, pages.css and fonts/, in `outdir`. Throws when they do not build. Answers
 * the packages that are in them.
 */
export async function buildShellPages(outdir: string): Promise<PackageFolders> {
	await mkdir(join(outdir, 'fonts'), { recursive: true })
	const [{ metafile }] = await Promise.all([
		Bun.build({
			entrypoints: [join(source, 'main.tsx')],
			outdir,
			naming: 'pages.[ext]',
			target: 'browser',
			format: 'iife',
			minify: true,
			metafile: true,
			// The fonts are served beside the pages; nothing is to be put inside the stylesheet.
			external: ['/fonts/*'],
			define: { 'process.env.NODE_ENV': '"production"' },
			jsx: { runtime: 'automatic', development: false },
		}),
		copyFile(join(source, 'index.html'), join(outdir, 'index.html')),
		...Object.entries(fonts).map(([name, file]) => copyFile(join(projectFolder, file), join(outdir, 'fonts', name))),
	])
	return new Set([...packagesIn(metafile), ...packagesOf(Object.values(fonts))])
}
