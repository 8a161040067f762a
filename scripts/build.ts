import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as buildUi } from 'vite'
import { SWAGGER_FILES } from '#server/api-docs/swagger-files.ts'
import packageJson from '../package.json' with { type: 'json' }
import { builtBinary, hashOfSources, rememberBuiltFrom } from './build-stamp.ts'
import { precompress } from './precompress.ts'
import { projectFolder, secondsSince } from './run.ts'

// bun run build        dist/backseat for this machine, and dist/ui
// bun run build:all    one binary for each platform, and SHA256SUMS; Bun fetches its runtimes from the npm registry

const releases: Record<string, Bun.Build.CompileTarget> = {
	'backseat-linux-x64': 'bun-linux-x64',
	'backseat-linux-arm64': 'bun-linux-arm64',
	'backseat-macos-arm64': 'bun-darwin-arm64',
	'backseat-macos-x64': 'bun-darwin-x64',
	'backseat-windows-x64.exe': 'bun-windows-x64',
}

const dist = join(projectFolder, 'dist')
// Everything is made aside and moved into place at the end: a failed build leaves the last good one as it was, and a
// running binary is replaced, not overwritten.
const aside = join(dist, `.building-${process.pid}`)

async function compileBinary(outfile: string, target?: Bun.Build.CompileTarget) {
	const start = performance.now()
	const made = join(aside, outfile)
	await Bun.build({
		// A worker is a program of its own. All entries lie side by side at the binary's root, which is also what
		// import.meta.url says in every module: `new URL('./backup-worker.ts', import.meta.url)` fits there and in source.
		entrypoints: ['main.ts', 'backups/backup-worker.ts'].map((entry) => join(projectFolder, 'src-server', entry)),
		naming: { entry: '[name].[ext]' },
		target: 'bun',
		// Elysia reads its handlers' source text; minified text led it astray.
		minify: false,
		sourcemap: 'inline',
		define: { BACKSEAT_VERSION: JSON.stringify(packageJson.version), 'process.env.NODE_ENV': '"production"' },
		compile: {
			...(target ? { target } : {}),
			outfile: made,
			assets: [join(aside, 'ui'), join(aside, 'swagger-ui')],
			// The folder someone starts Backseat in is theirs; a .env or bunfig.toml lying there must not change it.
			autoloadDotenv: false,
			autoloadBunfig: false,
			autoloadTsconfig: false,
			autoloadPackageJson: false,
			...(outfile.endsWith('.exe') ? { windows: { title: 'Backseat', version: packageJson.version } } : {}),
		},
	})
	await rename(made, join(dist, outfile))
	const megabytes = (Bun.file(join(dist, outfile)).size / 1e6).toFixed(0)
	console.log(`dist/${outfile}: ${megabytes} MB in ${secondsSince(start)}`)
}

/** The page of the API's documentation: two files of somebody else's project, and the terms they come under. */
async function copySwaggerUi() {
	const project = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
	for (const name of [...Object.keys(SWAGGER_FILES), 'LICENSE', 'NOTICE'])
		await cp(join(project, name), join(aside, 'swagger-ui', name))
}

async function writeChecksums(names: string[]) {
	const lines = await Promise.all(
		names.map(async (name) => {
			const hash = new Bun.CryptoHasher('sha256')
			for await (const chunk of Bun.file(join(dist, name)).stream()) hash.update(chunk)
			return `${hash.digest('hex')}  ${name}\n`
		}),
	)
	await Bun.write(join(dist, 'SHA256SUMS'), lines.join(''))
	console.log('dist/SHA256SUMS')
}

process.chdir(projectFolder)
// Whatever the shell says, this is a production build: React's development half weighs three times as much.
process.env.NODE_ENV = 'production'
const hash = await hashOfSources()
await mkdir(aside, { recursive: true })
try {
	const start = performance.now()
	await buildUi({
		logLevel: 'warn',
		build: {
			outDir: join(aside, 'ui'),
			emptyOutDir: true,
			rolldownOptions: { checks: { pluginTimings: false } },
		},
	})
	const { files, before, after } = await precompress(join(aside, 'ui'))
	const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} KB`
	console.log(`UI: ${files} text files, ${kilobytes(before)} → ${kilobytes(after)}, in ${secondsSince(start)}`)

	await copySwaggerUi()
	if (process.argv.includes('--all')) {
		for (const [outfile, target] of Object.entries(releases)) await compileBinary(outfile, target)
		await writeChecksums(Object.keys(releases))
	} else {
		await compileBinary(builtBinary.slice(dist.length + 1))
	}
	await rm(join(dist, 'ui'), { recursive: true, force: true })
	await rename(join(aside, 'ui'), join(dist, 'ui'))
	if (!process.argv.includes('--all')) await rememberBuiltFrom(hash)
} finally {
	await rm(aside, { recursive: true, force: true })
}
