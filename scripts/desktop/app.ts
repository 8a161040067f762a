import { mkdir, rename, rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { type PackageFolders, packagesIn } from '../licenses/bundled-packages.ts'
import { projectFolder } from '../run.ts'
import { drawShownPictures } from './icons/icons.ts'
import { buildShellPages } from './pages.ts'

export const appFolder = join(projectFolder, 'dist/desktop/app')

/** What the scripts may ask for when they run. A preload in a sandbox has nothing but 'electron'. */
const MAY_REQUIRE = { main: ['electron', ...builtinModules], preload: ['electron'] }

/**
 * Makes the desktop app as Electron starts it: main.cjs, preload.cjs, pages/, icons/ and a package.json. Everything it needs is
 * bundled in, so it comes without node_modules. Answers the packages that are in it.
 */
export async function buildDesktopApp(outdir = appFolder): Promise<PackageFolders> {
	// Made aside and moved: a failed build leaves the last good one.
	const aside = `${outdir}-${process.pid}`
	await mkdir(aside, { recursive: true })
	try {
		const [main, preload, pages] = await Promise.all([
			bundle('main', aside),
			bundle('preload', aside),
			buildShellPages(join(aside, 'pages')),
			drawShownPictures(join(aside, 'icons')),
			Bun.write(join(aside, 'package.json'), `${JSON.stringify(manifest, null, '\t')}\n`),
		])
		await rm(outdir, { recursive: true, force: true })
		await rename(aside, outdir)
		return new Set([...main, ...preload, ...pages])
	} finally {
		await rm(aside, { recursive: true, force: true })
	}
}

const manifest = {
	name: packageJson.name,
	productName: 'Backseat',
	version: packageJson.version,
	description: packageJson.description,
	author: packageJson.author,
	license: packageJson.license,
	main: 'main.cjs',
	// How a Linux desktop finds out which menu entry a window belongs to; electron-builder.yml names the entry so.
	desktopName: 'backseat-desktop.desktop',
}

async function bundle(name: keyof typeof MAY_REQUIRE, outdir: string): Promise<PackageFolders> {
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
		define: { 'process.env.NODE_ENV': '"production"' },
	})
	const code = (await outputs[0]?.text()) ?? ''
	const unavailable = requiredBy(code).filter((module) => !MAY_REQUIRE[name].includes(module.replace(/^node:/, '')))
	if (unavailable.length > 0) throw new Error(`${name}.cjs needs ${unavailable.join(', ')}, which will not be there.`)
	return packagesIn(metafile)
}

/** Modules a bundle asks for when it runs. */
export const requiredBy = (code: string) => [
	...new Set([...code.matchAll(/\b(?:require|import)\("([^"]+)"\)/g)].map(([, module]) => module ?? '')),
]
