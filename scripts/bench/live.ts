import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { median } from './figures.ts'
import { cookieOf, makeBenchData, RATERS } from './http/bench-data.ts'
import { benchCalls } from './http/calls.ts'
import { type Burst, burst } from './http/load.ts'
import { backseatCommand, startCommand } from './http/servers.ts'
import { endOnSignals, passingFolder } from './leftovers.ts'

// bun scripts/bench/live.ts [--streams 200] [--rounds 8]
// What open streams of events cost: the speed of reading with and without them, by turns, and memory.

const { values } = parseArgs({
	options: { streams: { type: 'string', default: '200' }, rounds: { type: 'string', default: '8' } },
})
const OF_A_MEMBER = 5
const count = Math.min(Number(values.streams), RATERS.length * OF_A_MEMBER)
const SECONDS = 2

endOnSignals()
const folder = passingFolder()
makeBenchData(join(folder, 'backseat.db'), 1000)
const server = await startCommand(backseatCommand(folder), join(folder, 'log'))
const { home } = benchCalls('')
const read = () => burst({ server, call: home, seconds: SECONDS })
const memory = async () => {
	const text = await readFile(`/proc/${server.pid}/smaps_rollup`, 'utf8')
	return Number(/^Rss:\s+(\d+) kB/m.exec(text)?.[1])
}

/** Opens them all, and answers what closes them. */
async function openStreams(): Promise<() => void> {
	const closing = new AbortController()
	const { signal } = closing
	await Promise.all(
		Array.from({ length: count }, async (_, nth) => {
			const Cookie = cookieOf(RATERS[Math.floor(nth / OF_A_MEMBER)] ?? 0)
			const answer = await fetch(`${server.origin}/api/live`, { headers: { Cookie }, signal })
			if (answer.status !== 200) throw new Error(`A stream was answered ${answer.status}`)
			const reader = answer.body?.getReader()
			const readOn = (): Promise<void> | undefined => reader?.read().then(({ done }) => (done ? undefined : readOn()))
			readOn()?.catch(() => {})
		}),
	)
	return () => closing.abort()
}

await read()
const without: Burst[] = []
const beside: Burst[] = []
const kilobytes: number[] = []
for (let round = 0; round < Number(values.rounds); round++) {
	without.push(await read())
	const before = await memory()
	const close = await openStreams()
	kilobytes.push((await memory()) - before)
	beside.push(await read())
	close()
	await Bun.sleep(200)
}
await server.stop()

const of = (bursts: Burst[], what: keyof Burst) => median(bursts.map((one) => one[what]))
const ratio = (what: keyof Burst) => median(beside.map((one, nth) => one[what] / (without[nth]?.[what] ?? Number.NaN)))
console.log(
	`GET /api/home beside ${count} streams, ${values.rounds} rounds: ${of(beside, 'perSecond').toFixed(0)} a second ` +
		`(without: ${of(without, 'perSecond').toFixed(0)}; ratio ${ratio('perSecond').toFixed(3)}), ` +
		`${of(beside, 'work').toFixed(1)} µs of processor time each (${of(without, 'work').toFixed(1)}; ratio ${ratio('work').toFixed(3)}), ` +
		`p99 ${of(beside, 'p99').toFixed(2)} ms (${of(without, 'p99').toFixed(2)})`,
)
console.log(
	`${(kilobytes[0] ?? 0) / count} kB of memory for each of the first ${count}, ${median(kilobytes)} kB for all of a later round`,
)
