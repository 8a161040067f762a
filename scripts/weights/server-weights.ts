import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#server/testing/server-process.ts'
import { bundleServer } from '../build/bundle-server.ts'

/** Bytes that a start of the server evaluates, and objects that it leaves on the heap. */
export async function serverWeights(program: string) {
	return { ...(await importedAtStart()), ...(await heapAfterStart(program)) }
}

/** The static imports of the server's entry, from a bundle that is not compiled. */
async function importedAtStart() {
	const { metafile, outputs: bundled } = await bundleServer()
	if (!metafile) throw new Error('The bundle has no metafile')
	const { outputs } = metafile
	const found = new Set(['./main.js'])
	for (const name of found)
		for (const { path, kind } of outputs[name]?.imports ?? []) if (kind === 'import-statement') found.add(path)
	const builtIn = new Set<string>()
	const transpiler = new Bun.Transpiler({ loader: 'js' })
	for (const file of bundled.filter(({ path }) => found.has(path)))
		for (const { path, kind } of transpiler.scanImports(await file.text()))
			if (kind === 'import-statement' && !found.has(path)) builtIn.add(path)
	const files = [...found].map((name) => outputs[name])
	const sum = (of: (file: (typeof files)[number]) => number) => files.reduce((total, file) => total + of(file), 0)
	return {
		'server, imported at the start: bytes': sum((file) => file?.bytes ?? 0),
		'server, imported at the start: modules': sum((file) => Object.keys(file?.inputs ?? {}).length),
		'server, imported at the start: built-in modules': builtIn.size,
	}
}

/** Runs in the server's process. On the signal it prints the counts of heap objects. */
const PROBE = `
import { heapStats } from 'bun:jsc'
process.on('SIGUSR2', () => {
	Bun.gc(true)
	const { objectCount, objectTypeCounts } = heapStats()
	console.error('heap ' + JSON.stringify({ objects: objectCount, functions: objectTypeCounts.Function }))
})
`

async function heapAfterStart(program: string) {
	const folder = await mkdtemp(join(tmpdir(), 'backseat-heap-'))
	const probe = join(folder, 'probe.mjs')
	await Bun.write(probe, PROBE)
	const server = await startServer({
		command: [program, 'serve'],
		flags: ['--data-dir', join(folder, 'data')],
		env: { TZ: 'UTC', BUN_OPTIONS: `--preload=${probe}` },
	})
	try {
		await (await fetch(`${server.origin}/api/home`)).text()
		process.kill(server.pid, 'SIGUSR2')
		await server.says('heap {', 'stderr')
		await server.says('}\n', 'stderr')
		const [, json = ''] = /heap (\{.*\})/.exec(server.output.stderr) ?? []
		const { objects, functions } = JSON.parse(json)
		return { 'server, heap after a start: objects': objects, 'server, heap after a start: functions': functions }
	} finally {
		await server.end()
		await rm(folder, { recursive: true, force: true })
	}
}
