import { Database } from 'bun:sqlite'
import { chmod, cp, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as buildUi } from 'vite'
import { migrate } from '#db/migrate.ts'
import { migrations } from '#db/migrations.ts'
import { FONT_SOURCES } from '#look/picture-fonts/sources.ts'
import { EMPTY_DATA } from '#server/demo/demo-data.ts'
import { SWAGGER_FILES } from '#server/http/api-docs/api-docs-endpoint.ts'
import packageJson from '../package.json' with { type: 'json' }
import { builtBinary, hashOfSources, rememberBuiltFrom } from './build/build-stamp.ts'
import { bundleServer } from './build/bundle-server.ts'
import { drawPageIcons } from './build/icons.ts'
import { withValidSignature } from './build/mac-signature.ts'
import { buildServiceWorker, precompress } from './build/ui-files.ts'
import {
	installed,
	notePackages,
	type PackageFolders,
	packagesIn,
	refuseUnlisted,
} from './licenses/bundled-packages.ts'
import { licensesText, noticeOfBun, noticesOf, type Parts } from './licenses/notices.ts'
import { writeChecksums } from './release/checksums.ts'
import { CHECKSUMS, LICENSES, SERVERS } from './release/release-files.ts'
import { projectFolder, secondsSince } from './run.ts'

// bun run build        dist/backseat for this machine, and dist/ui
// bun run build:all    one binary for each platform, and SHA256SUMS; Bun fetches its runtimes from the npm registry

const dist = join(projectFolder, 'dist')
// Builds into a temporary folder and moves the results at the end: a failed build keeps the last good one, and a running
// binary is replaced instead of overwritten.
const aside = join(dist, `.building-${process.pid}`)
/** The name under which src-server/commands/all-commands.ts looks for the licences in the binary. */
const PACKED_LICENSES = 'licenses.txt.zst'

/** The API documentation page; two of its files are embedded unchanged. */
const SWAGGER_UI = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))

/** HarfBuzz loads this file from the folder of its own module, which is the binary's root. */
const SHAPER = 'harfbuzz.wasm'

const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} KB`

/**
 * Factor by which JIT compilation is delayed during the start, because most of that code runs once. Saves a third of the
 * processor time to the first response, and 4 MB of memory; lifecycle.ts restores the normal value afterwards.
 */
const JIT_POLICY_AT_START = 16

async function compileBinary(outfile: string, listed: PackageFolders, target?: Bun.Build.CompileTarget) {
	const start = performance.now()
	const made = join(aside, outfile)
	const { metafile } = await bundleServer({
		...(target ? { target } : {}),
		outfile: made,
		jitPolicy: JIT_POLICY_AT_START,
		assets: ['ui', 'swagger-ui', 'pictures', SHAPER, PACKED_LICENSES, EMPTY_DATA].map((name) => join(aside, name)),
		// Backseat starts in the operator's current folder; a .env or bunfig.toml there must not affect it.
		autoloadDotenv: false,
		autoloadBunfig: false,
		autoloadTsconfig: false,
		autoloadPackageJson: false,
		...(outfile.endsWith('.exe') ? { windows: { title: 'Backseat', version: packageJson.version } } : {}),
	})
	refuseUnlisted(packagesIn(metafile), listed)
	if (target?.includes('darwin') ?? process.platform === 'darwin') await signForMac(made)
	await rename(made, join(dist, outfile))
	const megabytes = (Bun.file(join(dist, outfile)).size / 1e6).toFixed(0)
	console.log(`dist/${outfile}: ${megabytes} MB in ${secondsSince(start)}`)
}

async function signForMac(program: string) {
	const signed = withValidSignature(Buffer.from(await Bun.file(program).bytes()), 'backseat')
	await Bun.write(program, signed)
	await chmod(program, 0o755)
}

async function copySwaggerUi() {
	for (const name of Object.keys(SWAGGER_FILES)) await cp(join(SWAGGER_UI, name), join(aside, 'swagger-ui', name))
}

async function copyPictureFiles() {
	for (const name of ['picture-fonts.bin', 'picture-fonts.json'])
		await cp(join(projectFolder, 'look', 'picture-fonts', name), join(aside, 'pictures', name))
	const rasterizer = await Bun.file(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))).bytes()
	await Bun.write(join(aside, 'pictures', 'resvg.wasm.zst'), Bun.zstdCompressSync(rasterizer, { level: 19 }))
	await cp(fileURLToPath(import.meta.resolve(`harfbuzzjs/dist/${SHAPER}`)), join(aside, SHAPER))
}

async function writeEmptyData() {
	const sqlite = new Database(':memory:', { strict: true })
	migrate(sqlite, ':memory:', { migrations })
	await Bun.write(join(aside, EMPTY_DATA), sqlite.serialize())
	sqlite.close()
}

async function writeLicenses(inUi: PackageFolders): Promise<PackageFolders> {
	const inServer = packagesIn((await bundleServer()).metafile).add(SWAGGER_UI)
	for (const { from } of FONT_SOURCES) inServer.add(installed(from))
	const parts: Parts = {
		'the server': await noticesOf(inServer),
		'the browser app': await noticesOf(inUi),
		'the program that runs the server': [await noticeOfBun()],
	}
	const text = await licensesText(parts)
	const packed = Bun.zstdCompressSync(text, { level: 19 })
	await Bun.write(join(aside, PACKED_LICENSES), packed)
	await Bun.write(join(aside, 'licenses.json'), JSON.stringify(parts))
	await Bun.write(join(aside, LICENSES), text)
	console.log(`Licences: ${kilobytes(text.length)}, ${kilobytes(packed.length)} packed`)
	return inServer
}

process.chdir(projectFolder)
// Forces a production build whatever the shell sets: React's development build is three times as large.
process.env.NODE_ENV = 'production'
const hash = await hashOfSources()
await mkdir(aside, { recursive: true })
try {
	const start = performance.now()
	const inUi: PackageFolders = new Set()
	await buildUi({
		logLevel: 'warn',
		plugins: [notePackages(inUi)],
		build: {
			outDir: join(aside, 'ui'),
			emptyOutDir: true,
			rolldownOptions: { checks: { pluginTimings: false } },
		},
	})
	await drawPageIcons(join(aside, 'ui'))
	await buildServiceWorker(join(aside, 'ui'))
	const { files, before, after } = await precompress(join(aside, 'ui'))
	console.log(`UI: ${files} text files, ${kilobytes(before)} → ${kilobytes(after)}, in ${secondsSince(start)}`)

	await copySwaggerUi()
	await copyPictureFiles()
	await writeEmptyData()
	const listed = await writeLicenses(inUi)
	if (process.argv.includes('--all')) {
		for (const { file, target } of SERVERS) await compileBinary(file, listed, target)
		await writeChecksums(
			dist,
			SERVERS.map(({ file }) => file),
		)
		console.log(`dist/${CHECKSUMS}`)
	} else {
		await compileBinary(builtBinary.slice(dist.length + 1), listed)
	}
	await rm(join(dist, 'ui'), { recursive: true, force: true })
	for (const name of ['ui', 'licenses.json', LICENSES]) await rename(join(aside, name), join(dist, name))
	if (!process.argv.includes('--all')) await rememberBuiltFrom(hash)
} finally {
	await rm(aside, { recursive: true, force: true })
}
