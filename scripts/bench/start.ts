import { join } from 'node:path'
import { bun, runQuietly } from '../run.ts'
import { ask, benchCalls } from './calls.ts'
import { hasChildren, memoryOf } from './proc.ts'
import { atMost, comparisonTable, medians, type Section } from './report.ts'
import {
	buildsOf,
	dataFolder,
	limitSource,
	type Options,
	passingFolder,
	type RunningServer,
	recordHeaders,
	startBackseat,
	startLimit,
} from './servers.ts'

type Case = { head: string; dataDir: string; start(dataDir: string): Promise<RunningServer> }

/**
 * One second after the first response, a child process checks a large file. A stop counts as clean only after this
 * check.
 */
const CHECK_BEGINS_MS = 1500

/** From process start to the first response with data. The files are already in the page cache. */
async function startOnce({ head, start, dataDir }: Case) {
	const since = performance.now()
	const server = await start(dataDir)
	const answer = await ask(server.origin, benchCalls.home)
	await answer.text()
	const ms = performance.now() - since
	if (answer.status !== 200) throw new Error(`${head} answered ${answer.status}`)
	await Bun.sleep(CHECK_BEGINS_MS)
	while (hasChildren(server.pid)) await Bun.sleep(50)
	const { resident, anonymous } = memoryOf(server.pid)
	await server.stop()
	return { ms, resident, anonymous }
}

/** Compares the built binary's start with that of the compiled limit, which is Bun's own share. */
export async function startSection(options: Options): Promise<Section> {
	const { ratings = 20_000, rounds, program } = options
	const headers = await recordHeaders(program)
	const limitFile = join(passingFolder(), 'limit')
	const { code, output } = await runQuietly([bun, 'build', '--compile', limitSource, '--outfile', limitFile])
	if (code !== 0) throw new Error(output)

	const cases: Case[] = []
	for (const [head, build] of buildsOf(options))
		cases.push({ head, dataDir: await dataFolder(ratings), start: (dataDir) => startBackseat(dataDir, build) })
	cases.push({
		head: 'the limit, compiled',
		dataDir: await dataFolder(ratings),
		start: (dataDir) => startLimit([limitFile], dataDir, headers),
	})
	const runs = cases.map((): Awaited<ReturnType<typeof startOnce>>[] => [])
	// The first round leaves the marks of a clean stop in the files, so it is discarded.
	for (let round = 0; round <= rounds; round++)
		for (const [nth, one] of cases.entries()) {
			const run = await startOnce(one)
			if (round > 0) runs[nth]?.push(run)
		}
	const columns = cases.map(({ head }, nth) => ({ head, figures: medians(runs[nth] ?? []) }))
	const [now, limit] = [columns[0]?.figures, columns.at(-1)?.figures]
	const ratioOf = (figure: 'ms' | 'resident') => (now?.[figure] ?? Number.NaN) / (limit?.[figure] ?? Number.NaN)
	const inMb = (mb: number) => `${mb.toFixed(1)} MB`
	return {
		title: `Start and idle memory, with ${ratings.toLocaleString('en')} ratings`,
		text: [
			'From the start of the process to its first answer with data, after a clean stop; memory one and a half seconds later.\n',
			comparisonTable(columns, {
				ms: ['first answer', (ms) => `${ms.toFixed(0)} ms`],
				resident: ['resident memory', inMb],
				anonymous: ['private memory (`Anonymous`)', inMb],
			}),
		].join('\n'),
		targets: [
			atMost('start, of the limit', 1.5, ratioOf('ms')),
			atMost('resident memory, of the limit', 1.6, ratioOf('resident')),
		],
	}
}
