import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { builtBinary } from '../build/build-stamp.ts'
import { bun, runQuietly } from '../run.ts'
import { ask, benchCalls } from './calls.ts'
import { burst } from './load.ts'
import { atMost, markdownTable, median, type Section } from './report.ts'
import { dataFolder, passingFolder, type RunningServer, recordSite, startBackseat, startCommand } from './servers.ts'

type Case = {
	name: string
	dataDir: string
	start(dataDir: string): Promise<RunningServer>
	isKilled?: boolean
	times: number[]
	idle: number[]
}

/** A child process checks a large file one second after the first response; only a stop after this check is clean. */
const CHECK_BEGINS_MS = 1500

/** From process start to the first response with data. The files are already in the page cache. */
async function startOnce({ name, start, dataDir, isKilled }: Case) {
	const since = performance.now()
	const server = await start(dataDir)
	const answer = await ask(server.origin, benchCalls('').home)
	await answer.text()
	const ms = performance.now() - since
	if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}`)
	await Bun.sleep(CHECK_BEGINS_MS)
	const proc = `/proc/${server.pid}`
	while ((await readFile(`${proc}/task/${server.pid}/children`, 'utf8').catch(() => '')).trim() !== '')
		await Bun.sleep(50)
	const memory = await readFile(`${proc}/status`, 'utf8').catch(() => '')
	const idle = Number(/^VmRSS:\s+(\d+) kB/m.exec(memory)?.[1] ?? Number.NaN) / 1024
	if (isKilled) {
		const writing = burst({ server, call: benchCalls('').rate64, seconds: 1 })
		await Bun.sleep(700)
		await server.stop('SIGKILL')
		await writing
	} else await server.stop()
	return { ms, idle }
}

/** Compares the built binary's start with that of baselines/limit.ts, a compiled minimal server: Bun's own share. */
export async function startSection(options: {
	ratings: number | undefined
	rounds: number
	binary: string | undefined
}): Promise<Section> {
	const { ratings = 5_000_000, rounds, binary = builtBinary } = options
	const { siteFile } = await recordSite([binary])
	const bareFile = join(passingFolder(), 'bare')
	const source = join(import.meta.dir, 'baselines/limit.ts')
	const { code, output } = await runQuietly([bun, 'build', '--compile', source, '--outfile', bareFile])
	if (code !== 0) throw new Error(output)

	const count = ratings.toLocaleString('en')
	const product = { start: (dataDir: string) => startBackseat(dataDir, [binary]) }
	const startBare = (dataDir: string) =>
		startCommand([bareFile, join(dataDir, 'backseat.db'), siteFile], join(dataDir, 'log.txt'))
	const figures = () => ({ times: [] as number[], idle: [] as number[] })
	const bare = { name: 'the limit, compiled', start: startBare, dataDir: await dataFolder(1000), ...figures() }
	const empty = { name: 'Backseat, almost empty', ...product, dataDir: await dataFolder(1000), ...figures() }
	const stopped = {
		name: `${count} ratings, after a stop`,
		...product,
		dataDir: await dataFolder(ratings),
		...figures(),
	}
	const killed = {
		...{ name: `${count} ratings, after kill -9 while writing`, ...product, isKilled: true },
		...{ dataDir: await dataFolder(ratings), ...figures() },
	}
	const cases: Case[] = [bare, empty, stopped, killed]
	// The first round leaves the traces of a stop or kill, so it is discarded.
	for (let round = 0; round <= rounds; round++)
		for (const one of cases) {
			const { ms, idle } = await startOnce(one)
			if (round === 0) continue
			one.times.push(ms)
			one.idle.push(idle)
		}
	const sizes = [bareFile, binary].map((file) => Bun.file(file).size / 2 ** 20)
	return {
		title: 'Start and idle memory',
		text: [
			'From the start of the process to its first answer with data; resident memory one and a half seconds later.',
			`The binary has ${sizes[1]?.toFixed(0)} MB, the compiled limit ${sizes[0]?.toFixed(0)} MB.\n`,
			markdownTable(
				['', 'median', 'worst', 'of the limit', 'idle memory'],
				cases.map(({ name, times, idle }) => [
					name,
					`${median(times).toFixed(0)} ms`,
					`${Math.max(...times).toFixed(0)} ms`,
					`${(median(times) / median(bare.times)).toFixed(2)} ×`,
					`${median(idle).toFixed(0)} MB`,
				]),
			),
		].join('\n'),
		targets: [
			atMost('start when empty, of the limit', 1.5, median(empty.times) / median(bare.times)),
			atMost(
				`what ${count} ratings add to a start after a stop`,
				100,
				median(stopped.times) - median(empty.times),
				' ms',
				0,
			),
			atMost('idle memory, of the limit', 1.6, median(empty.idle) / median(bare.idle)),
		],
	}
}
