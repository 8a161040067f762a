import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { markdownTable } from '../figures.ts'
import { makeBenchData } from '../http/bench-data.ts'
import { benchCalls, type CallName } from '../http/calls.ts'
import { burst } from '../http/load.ts'
import { passingFolder } from '../leftovers.ts'
import { atMost, type Section } from '../section.ts'
import { programsIn } from './programs.ts'

const MOST_OF_BARE = 1.6
/** More would not be flat. */
const MOST_GROWTH = 1.1
const IDLE_SECONDS = 5
/** It is there for scale. */
const BARE_MINUTES = 0.5
const LOAD: readonly CallName[] = ['user', 'home', 'stats', 'ratings20', 'rate64']

type Memory = { rss: number; pss: number }

/** In MB. Linux only: pages that several processes share count once in `pss`. */
async function memoryOf(pid: number): Promise<Memory> {
	const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
	const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024
	return { rss: mb('Rss'), pss: mb('Pss') }
}

/** Idle, then under load for some minutes; and how large the programs are on disk. */
export async function memorySection(options: { minutes?: number; binary?: string }): Promise<Section> {
	const { minutes = 1, binary } = options
	const folder = passingFolder()
	try {
		const programs = await programsIn(folder, binary)
		const rows: { name: string; size: number; idle: Memory; loaded: Memory[] }[] = []
		for (const { name, file, start } of programs) {
			const dataDir = join(folder, `data of ${name}`)
			await mkdir(dataDir)
			makeBenchData(join(dataDir, 'backseat.db'), 1000)
			const server = await start(dataDir)
			await Bun.sleep(IDLE_SECONDS * 1000)
			const idle = await memoryOf(server.pid)
			const loaded: Memory[] = []
			const calls = benchCalls('')
			const rounds = Math.round(((name === 'Backseat' ? minutes : BARE_MINUTES) * 60) / LOAD.length)
			for (let round = 0; round < rounds; round++) {
				for (const call of LOAD) await burst({ server, call: calls[call], seconds: 1 })
				loaded.push(await memoryOf(server.pid))
			}
			await server.stop()
			rows.push({ name, size: Bun.file(file).size / 2 ** 20, idle, loaded })
		}
		const [ours, bare] = rows
		if (!ours || !bare) throw new Error('Nothing was measured')
		const mb = (value: number) => `${value.toFixed(0)} MB`
		const [first, second] = halves(ours.loaded)
		return {
			title: 'Memory and size',
			text: [
				`Resident memory ${IDLE_SECONDS} s after the start, and the most of it under reads and ratings: ${minutes * 60} s of them (for the`,
				`bare binary ${BARE_MINUTES * 60}).\n`,
				markdownTable(
					['', 'idle', 'idle, shared pages once', 'first half of the load', 'second half', 'size on disk'],
					rows.map(({ name, size, idle, loaded }) => [name, ...[idle.rss, idle.pss, ...halves(loaded), size].map(mb)]),
				),
			].join('\n'),
			targets: [
				atMost('idle memory, of a bare binary', MOST_OF_BARE, ours.idle.rss / bare.idle.rss),
				atMost('the most memory in the second half of the load, of that in the first', MOST_GROWTH, second / first),
			],
		}
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

/** The most resident memory in each half. */
function halves(loaded: readonly Memory[]): [number, number] {
	const middle = Math.floor(loaded.length / 2)
	const most = (part: readonly Memory[]) => Math.max(...part.map(({ rss }) => rss))
	return [most(loaded.slice(0, middle)), most(loaded.slice(middle))]
}
