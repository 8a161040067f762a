import { markdownTable } from '../figures.ts'
import type { Section } from '../section.ts'
import { ask, type Call } from './calls.ts'
import { type CompareOptions, withContestants } from './compare.ts'
import { burst } from './load.ts'
import { type Contestant, contestants, type RunningServer } from './servers.ts'

const CLIENTS = 60
const READS_PER_SECOND = 50
const MOST_P99_MS = 20

/** What somebody waits for a read while 60 clients try passwords without a pause. */
export async function floodSection({
	program,
	seconds = 6,
}: Pick<CompareOptions, 'program' | 'seconds'>): Promise<Section> {
	const options = { ratings: 1000, against: ['limit'], program } as const
	const found = await withContestants(options, async ({ servers, calls }) => {
		const found: { contestant: Contestant; quiet: number[]; flooded: number[]; logIns: number }[] = []
		for (const [contestant, server] of servers) {
			const quiet = await readAtAPace(server, calls.user, seconds / 2)
			const flood = burst({ server, call: { ...calls.login, connections: CLIENTS }, seconds })
			const flooded = await readAtAPace(server, calls.user, seconds - 1)
			const { perSecond } = await flood
			found.push({ contestant, quiet, flooded, logIns: perSecond })
		}
		return found
	})
	const rows = found.map(({ contestant, quiet, flooded, logIns }) => [
		contestants[contestant].name,
		...[at(quiet, 0.99), at(flooded, 0.5), at(flooded, 0.99), at(flooded, 1)].map((ms) => `${ms.toFixed(1)} ms`),
		logIns.toFixed(0),
	])
	const ours = at(found[0]?.flooded ?? [], 0.99)
	return {
		title: 'A flood of log-ins',
		text: [
			`${CLIENTS} clients log in without a pause, with the limits off; somebody reads one user ${READS_PER_SECOND} times a second. Backseat`,
			'hashes two passwords at once, lets twenty wait and answers 503 to the rest; what is not hashed counts as answered here.\n',
			markdownTable(['a read takes', 'p99 before', 'p50', 'p99', 'longest', 'log-ins answered a second'], rows),
		].join('\n'),
		targets: [
			{
				what: `a read while ${CLIENTS} clients hammer log-in, p99`,
				target: `< ${MOST_P99_MS} ms`,
				measured: `${ours.toFixed(1)} ms`,
				isMet: ours < MOST_P99_MS,
			},
		],
	}
}

/** Each at its own time, whether or not the one before has been answered. */
async function readAtAPace({ origin }: RunningServer, call: Call, seconds: number): Promise<number[]> {
	const start = performance.now()
	const readOnce = async (nth: number) => {
		await Bun.sleep(start + (nth * 1000) / READS_PER_SECOND - performance.now())
		const since = performance.now()
		await (await ask(origin, call)).text()
		return performance.now() - since
	}
	return await Promise.all(Array.from({ length: READS_PER_SECOND * seconds }, (_, nth) => readOnce(nth)))
}

function at(times: readonly number[], share: number): number {
	const sorted = times.toSorted((a, b) => a - b)
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
