import { join } from 'node:path'
import { projectFolder } from '../run.ts'
import { buildVersion } from './build-version.ts'

/** Bundles the server, and compiles it to a binary if `compile` says where to. */
export const bundleServer = async (compile?: Bun.CompileBuildOptions) =>
	await Bun.build({
		// A worker needs its own entry point. All entries sit side by side at the binary's root, which is also import.meta.url
		// of every module, so `new URL('./backup.worker.ts', import.meta.url)` works both there and in source.
		entrypoints: ['main.ts', 'operations/backups/backup.worker.ts', 'long-writes/long-write-worker.ts'].map((entry) =>
			join(projectFolder, 'src-server', entry),
		),
		naming: { entry: '[name].[ext]' },
		target: 'bun',
		// Elysia parses its handlers' source text and misreads minified code.
		minify: false,
		// Parses at build time instead of at each start, and splits lazily loaded code into files: the first response came after
		// 80 to 110 ms instead of 210 to 260, for 5 MB more of program (`bun run bench start`).
		format: 'esm',
		splitting: true,
		...(compile && { bytecode: true }),
		sourcemap: compile ? 'inline' : 'none',
		metafile: true,
		define: { BACKSEAT_VERSION: JSON.stringify(await buildVersion()), 'process.env.NODE_ENV': '"production"' },
		...(compile ? { compile } : {}),
	})
