import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freshFolder, startServer } from '#server/testing/server-process.ts'
import { cookieOf, makeBenchData, READER } from '../bench/data.ts'

/** In the server's process: ends it at once, so that a stop and what follows the first answer are not counted. */
const ENDS_AT_ONCE = "process.on('SIGUSR2', () => process.reallyExit(0))"

const VALGRIND = [
	'--tool=cachegrind',
	'--cache-sim=no',
	'--branch-sim=no',
	'--smc-check=all-non-file',
	'--cachegrind-out-file=/dev/null',
]

/** Compilers, collectors and timers of other threads depend on the machine. */
const IN_ONE_THREAD = {
	TZ: 'UTC',
	BUN_GC_TIMER_DISABLE: '1',
	BUN_JSC_useJIT: '0',
	BUN_JSC_useConcurrentGC: '0',
	BUN_JSC_numberOfGCMarkers: '1',
}

/** Instructions from the start of the process to its first answer, on 20,000 ratings, after a clean stop. */
export async function instructionsOfStart(program: string): Promise<number> {
	const folder = freshFolder()
	const dataDir = join(folder, 'data')
	const probe = join(folder, 'probe.mjs')
	await Bun.write(probe, ENDS_AT_ONCE)
	makeBenchData(join(folder, 'made.db'), 20_000)
	await Bun.write(join(dataDir, '.keep'), '')
	await copyFile(join(folder, 'made.db'), join(dataDir, 'backseat.db'))
	const flags = ['--data-dir', dataDir]
	const before = await startServer({ command: [program, 'serve'], flags })
	await before.end('SIGTERM')

	const env = { ...IN_ONE_THREAD, BUN_OPTIONS: `--preload=${probe}` }
	const server = await startServer({ command: ['valgrind', ...VALGRIND, program, 'serve'], flags, env })
	const { status } = await fetch(`${server.origin}/api/home`, { headers: { cookie: cookieOf(READER) } })
	if (status !== 200) throw new Error(`GET /api/home answered ${status}`)
	await server.end('SIGUSR2')
	await server.says('I   refs:', 'stderr')
	await server.says('\n', 'stderr')
	const [, refs = ''] = /I +refs: +([\d,]+)/.exec(server.output.stderr) ?? []
	return Number(refs.replaceAll(',', ''))
}
