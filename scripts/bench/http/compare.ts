import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { median } from '../figures.ts'
import { passingFolder } from '../leftovers.ts'
import { installBenchPackages } from '../packages.ts'
import { makeBenchData } from './bench-data.ts'
import { benchCalls, type Call, type CallName, callNames } from './calls.ts'
import { type Burst, burst } from './load.ts'
import { recordSite } from './record-site.ts'
import { refuseDifferentAnswers } from './same-answers.ts'
import {
	backseatCommand,
	type Contestant,
	contestantNames,
	needPackages,
	type RunningServer,
	startCommand,
	startContestant,
} from './servers.ts'

/** All bursts of one call, one a round for each contestant. */
export type Comparison = { call: CallName; name: string; kind: Call['kind']; bursts: Record<Contestant, Burst[]> }

export type CompareOptions = {
	ratings?: number
	calls?: readonly CallName[]
	/** Backseat always takes part. */
	against?: readonly Contestant[]
	rounds?: number
	seconds?: number
	/** Instead of the built binary. */
	program?: readonly string[]
	/** Called with each call when it has been measured. */
	report?: (comparison: Comparison) => void
}

/** `servers` in the order in which they take turns. */
type Arena = { servers: Map<Contestant, RunningServer>; calls: ReturnType<typeof benchCalls> }

/** Every contestant, started on a copy of the same data file. All of it is gone afterwards. */
export async function withContestants<T>(
	{ ratings = 100_000, against = contestantNames, program }: CompareOptions,
	work: (arena: Arena) => Promise<T>,
): Promise<T> {
	if (needPackages(against)) await installBenchPackages()
	const folder = passingFolder()
	const servers = new Map<Contestant, RunningServer>()
	try {
		const dataFile = join(folder, 'bench.db')
		makeBenchData(dataFile, ratings)
		const siteFile = join(folder, 'site.json')
		const small = join(folder, 'recorded')
		await mkdir(small)
		makeBenchData(join(small, 'backseat.db'), 1000)
		const recorded = await startCommand(backseatCommand(small, program), join(folder, 'log.txt'))
		const site = await recordSite(recorded.origin)
		await recorded.stop()
		await Bun.write(siteFile, JSON.stringify(site))
		const names = [...new Set<Contestant>(['backseat', ...against])]
		const start = { folder, dataFile, siteFile, program }
		await Promise.all(names.map(async (name) => servers.set(name, await startContestant(name, start))))
		return await work({ servers: inOrder(servers, names), calls: benchCalls(site.asset.path) })
	} finally {
		await Promise.all([...servers.values()].map(({ stop }) => stop()))
		await rm(folder, { recursive: true, force: true })
	}
}

/** They were ready in another order. */
const inOrder = (servers: ReadonlyMap<Contestant, RunningServer>, names: readonly Contestant[]) =>
	new Map([...servers].toSorted(([a], [b]) => names.indexOf(a) - names.indexOf(b)))

const WARM_UP_SECONDS = 4

/** In each round everybody has a turn, so that a noisy machine is noisy for all. */
export async function compare(options: CompareOptions): Promise<Comparison[]> {
	const { calls: names = callNames, rounds = 5, seconds = 1, report } = options
	return await withContestants(options, async ({ servers, calls }) => {
		const comparisons: Comparison[] = []
		for (const call of names) {
			const made: Call = calls[call]
			await refuseDifferentAnswers(made, servers)
			const bursts = Object.fromEntries([...servers.keys()].map((name) => [name, [] as Burst[]]))
			// The first burst warms up and is not kept. It is long, as code is compiled for some seconds, the more there is the longer.
			for (let round = 0; round <= rounds; round++)
				for (const [contestant, server] of servers) {
					const one = await burst({ server, call: made, seconds: round === 0 ? WARM_UP_SECONDS : seconds })
					if (one.failed > 0) throw new Error(`${contestant} failed ${one.failed} times at ${made.name}`)
					if (round > 0) bursts[contestant]?.push(one)
				}
			const comparison = { call, name: made.name, kind: made.kind, bursts } as Comparison
			comparisons.push(comparison)
			report?.(comparison)
		}
		return comparisons
	})
}

/** The requests a second of one, Backseat as a rule, as a share of another's, round by round. */
export const ratios = ({ bursts }: Comparison, other: Contestant, one: Contestant = 'backseat'): number[] =>
	bursts[one].map(({ perSecond }, round) => perSecond / (bursts[other]?.[round]?.perSecond ?? Number.NaN))

/** The same by the processor time that a request took each of them. */
export const workRatio = ({ bursts }: Comparison, other: Contestant, one: Contestant = 'backseat'): number =>
	middleOf(bursts[other], 'work') / middleOf(bursts[one], 'work')

export const middleOf = (bursts: readonly Burst[], figure: keyof Burst) => median(bursts.map((one) => one[figure]))
