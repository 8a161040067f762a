import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BunPlugin } from 'bun'
import { ENGLISH, offeredLanguages } from '#contract/languages.ts'
import type { Catalogue } from '#contract/text.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { buildVersion } from '../build/build-version.ts'
import { drawShownPictures } from '../build/icons.ts'
import { catalogueOf } from '../languages/language-files.ts'
import { textsInSources } from '../languages/texts.ts'
import { filesIn, installed, type PackageFolders, packagesOf } from '../licenses/bundled-packages.ts'
import { licensesText, noticesOf, type Parts } from '../licenses/notices.ts'
import { projectFolder } from '../run.ts'

export const appFolder = join(projectFolder, 'dist/desktop/app')

/** Modules that the scripts may require at run time. A sandboxed preload can require only 'electron'. */
const MAY_REQUIRE = { main: ['electron', ...builtinModules], preload: ['electron'] }

/**
 * Builds the app that Electron starts: main.cjs, preload.cjs, pages/, icons/, languages/ and a package.json. It bundles all dependencies,
 * so it ships without node_modules. Returns the bundled packages.
 */
export async function buildDesktopApp(outdir = appFolder): Promise<PackageFolders> {
	// A failed build keeps the last good one.
	const aside = `${outdir}-${process.pid}`
	await mkdir(aside, { recursive: true })
	try {
		const bundled = await Promise.all([
			bundle('main', aside),
			bundle('preload', aside),
			buildShellPages(join(aside, 'pages')),
		])
		const files = new Set(bundled.flat())
		await drawShownPictures(join(aside, 'icons'))
		await Bun.write(join(aside, 'package.json'), `${JSON.stringify(manifest, null, '\t')}\n`)
		for (const { tag } of offeredLanguages)
			if (tag !== ENGLISH.tag)
				await Bun.write(join(aside, 'languages', `${tag}.json`), JSON.stringify(shownBy(files, await catalogueOf(tag))))
		await rm(outdir, { recursive: true, force: true })
		await rename(aside, outdir)
		return packagesOf(files)
	} finally {
		await rm(aside, { recursive: true, force: true })
	}
}

/** A catalogue with the texts of these files only. */
export function shownBy(files: ReadonlySet<string>, { translations, ...language }: Catalogue): Catalogue {
	const { texts } = textsInSources()
	const shown = Object.entries(translations).filter(([key]) => texts.get(key)?.files.some((file) => files.has(file)))
	return { ...language, translations: Object.fromEntries(shown) }
}

const manifest = {
	name: packageJson.name,
	productName: 'Backseat',
	version: packageJson.version,
	description: packageJson.description,
	author: packageJson.author,
	license: packageJson.license,
	main: 'main.cjs',
	// Linux desktops match windows to menu entries by this name; electron-builder.yml gives it to the entry.
	desktopName: 'backseat-desktop.desktop',
}

/** Returns the bundled files. */
async function bundle(name: keyof typeof MAY_REQUIRE, outdir: string): Promise<string[]> {
	const { outputs, metafile } = await Bun.build({
		entrypoints: [join(projectFolder, `src-electron/${name}.ts`)],
		outdir,
		naming: `${name}.cjs`,
		target: 'node',
		format: 'cjs',
		external: ['electron'],
		minify: false,
		sourcemap: 'none',
		metafile: true,
		define: { BACKSEAT_VERSION: JSON.stringify(await buildVersion()), 'process.env.NODE_ENV': '"production"' },
	})
	const code = (await outputs[0]?.text()) ?? ''
	const unavailable = requiredBy(code).filter((module) => !MAY_REQUIRE[name].includes(module.replace(/^node:/, '')))
	if (unavailable.length > 0) throw new Error(`${name}.cjs needs ${unavailable.join(', ')}, which will not be there.`)
	return filesIn(metafile)
}

export const requiredBy = (code: string) => [
	...new Set([...code.matchAll(/\b(?:require|import)\("([^"]+)"\)/g)].map(([, module]) => module ?? '')),
]

const source = join(projectFolder, 'src-electron/pages')

/** Copies the fonts of the browser app, and has the style sheet find them in the shell's own address space. */
const withFonts = (outdir: string, copied: Set<string>): BunPlugin => ({
	name: 'fonts',
	setup(build) {
		build.onLoad({ filter: /[\\/]look[\\/]fonts[\\/]fonts\.css$/ }, async ({ path }) => {
			const css = await Bun.file(path).text()
			for (const [, file = ''] of css.matchAll(FONT)) copied.add(fileURLToPath(import.meta.resolve(file, path)))
			await Promise.all([...copied].map((file) => copyFile(file, join(outdir, 'fonts', basename(file)))))
			return { contents: css.replaceAll(FONT, (_, file) => `url("/fonts/${basename(file)}")`), loader: 'css' }
		})
	},
})
const FONT = /url\("([^"]+)"\)/g

/**
 * Builds the shell's own pages into `outdir`: index.html, pages.js, pages.css and fonts/. Throws on failure. Returns the
 * bundled files.
 */
export async function buildShellPages(outdir: string): Promise<string[]> {
	await mkdir(join(outdir, 'fonts'), { recursive: true })
	const fonts = new Set<string>()
	const [{ metafile }] = await Promise.all([
		Bun.build({
			entrypoints: [join(source, 'main.tsx')],
			outdir,
			naming: 'pages.[ext]',
			target: 'browser',
			format: 'iife',
			minify: true,
			metafile: true,
			// Fonts are served beside the pages instead of inlined into the stylesheet.
			external: ['/fonts/*'],
			plugins: [withFonts(outdir, fonts)],
			define: { 'process.env.NODE_ENV': '"production"' },
			jsx: { runtime: 'automatic', development: false },
		}),
		copyFile(join(source, 'index.html'), join(outdir, 'index.html')),
	])
	return [...filesIn(metafile), ...fonts]
}

/**
 * Writes LICENSES.backseat.txt of the package: the licences of the server inside and of the desktop app itself.
 * `packages` are those bundled into the app.
 */
export async function writeDesktopLicenses(packages: PackageFolders, project = projectFolder): Promise<void> {
	const ofServer: Parts = await Bun.file(join(project, 'dist/licenses.json')).json()
	const text = await licensesText({
		...ofServer,
		'the desktop app': await noticesOf(packages),
		[ELECTRON]: await noticesOf(new Set([installed('electron')])),
	})
	await Bun.write(join(project, 'dist/desktop/LICENSES.txt'), text)
}

const ELECTRON =
	'the program around the desktop app, in which are Chromium and Node.js too (LICENSES.chromium.html, which comes along)'
