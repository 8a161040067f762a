import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { markdownTable, median } from '../figures.ts'
import { makeBenchData } from '../http/bench-data.ts'
import { ask, benchCalls } from '../http/calls.ts'
import { burst } from '../http/load.ts'
import { passingFolder } from '../leftovers.ts'
import { atMost, type Section } from '../section.ts'
import { type Program, programsIn } from './programs.ts'

type Ending = 'clean stop' | 'kill -9 while rating'
type Case = { name: string; program: Program; dataDir: string; ending: Ending; times: number[] }

const MOST_OF_BARE = 1.5
const MOST_FOR_RATINGS_MS = 100

/** From the start of the process to its first answer with data in it. The files are in the system's memory already. */
async function startOnce({ program, dataDir, ending }: Case): Promise<number> {
	const since = performance.now()
	const server = await program.start(dataDir)
	const answer = await ask(server.origin, benchCalls('').home)
	await answer.text()
	const ms = performance.now() - since
	if (answer.status !== 200) throw new Error(`${program.name} answered ${answer.status}`)
	if (ending === 'kill -9 while rating') {
		const writing = burst({ server, call: benchCalls('').rate64, seconds: 1 })
		await Bun.sleep(700)
		await server.stop('SIGKILL')
		await writing
	} else {
		await looksEnded(server.pid)
		await server.stop()
	}
	return ms
}

const LOOK_BEGINS_MS = 1500

/**
 * A large file is looked at by a process of its own from a second after the first answers on, and only a stop after that
 * is a clean one (src-server/process/data/served-data.ts).
 */
async function looksEnded(pid: number) {
	const children = Bun.file(`/proc/${pid}/task/${pid}/children`)
	await Bun.sleep(LOOK_BEGINS_MS)
	while ((await children.text()).trim() !== '') await Bun.sleep(50)
}

export async function startSection(options: { ratings?: number; rounds?: number; binary?: string }): Promise<Section> {
	const { ratings = 5_000_000, rounds = 5, binary } = options
	const folder = passingFolder()
	try {
		const [backseat, bare] = await programsIn(folder, binary)
		const folderWith = async (name: string, count: number) => {
			await mkdir(join(folder, name))
			makeBenchData(join(folder, name, 'backseat.db'), count)
			return join(folder, name)
		}
		const large = await folderWith('large', ratings)
		const killed = join(folder, 'killed')
		await mkdir(killed)
		await copyFile(join(large, 'backseat.db'), join(killed, 'backseat.db'))
		const count = ratings.toLocaleString('en')
		const times = (): number[] => []
		const cases = {
			bare: {
				name: 'bare binary',
				program: bare,
				dataDir: await folderWith('bare-data', 1000),
				ending: 'clean stop',
				times: times(),
			},
			empty: {
				name: 'Backseat, almost empty',
				program: backseat,
				dataDir: await folderWith('empty', 1000),
				ending: 'clean stop',
				times: times(),
			},
			stopped: {
				name: `Backseat, ${count} ratings, after a clean stop`,
				program: backseat,
				dataDir: large,
				ending: 'clean stop',
				times: times(),
			},
			killed: {
				name: `Backseat, ${count} ratings, after kill -9 in the middle of writing`,
				program: backseat,
				dataDir: killed,
				ending: 'kill -9 while rating',
				times: times(),
			},
		} satisfies Record<string, Case>
		// The first round makes the marker and the first traces of a stop or a kill, and is not kept.
		for (let round = 0; round <= rounds; round++)
			for (const one of Object.values(cases)) {
				const ms = await startOnce(one)
				if (round > 0) one.times.push(ms)
			}
		const bareMs = median(cases.bare.times)
		const added = median(cases.stopped.times) - median(cases.empty.times)
		return {
			title: 'Start',
			text: [
				'From the start of the process to its first answer with data, the file being in memory already.\n',
				markdownTable(
					['', 'median', 'worst', 'of the bare binary'],
					Object.values(cases).map(({ name, times }) => [
						name,
						`${median(times).toFixed(0)} ms`,
						`${Math.max(...times).toFixed(0)} ms`,
						`${(median(times) / bareMs).toFixed(2)} ×`,
					]),
				),
			].join('\n'),
			targets: [
				atMost('start when empty, of a bare binary', MOST_OF_BARE, median(cases.empty.times) / bareMs),
				{
					what: `what ${count} ratings add to a start after a clean stop`,
					target: `≤ ${MOST_FOR_RATINGS_MS} ms`,
					measured: `${added.toFixed(0)} ms`,
					isMet: added <= MOST_FOR_RATINGS_MS,
				},
			],
		}
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}
