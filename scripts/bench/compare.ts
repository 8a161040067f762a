import { ask, benchCalls, type Call, type CallName } from './calls.ts'
import { type Burst, burst } from './load.ts'
import { atLeast, markdownTable, median, type Section } from './report.ts'
import { LIMIT, type Options, OURS, type RunningServer, VARYING, withServers } from './servers.ts'

/** All bursts of one call: one per round and server. */
type Comparison = { call: CallName; bursts: Map<string, Burst[]> }

/** The JIT compiler works for some seconds, so the first burst is discarded. */
const WARM_UP_SECONDS = 4

/** Only the ratios are comparable between machines. */
export async function httpSection(options: Options): Promise<Section> {
	const { ratings = 20_000, rounds, seconds } = options
	const comparisons = await withServers({ ...options, ratings }, (servers) => compare(servers, options))
	const others = [...(options.before ? ['before'] : []), LIMIT]
	const own = (one: Comparison) => {
		const perSecond = Number(middleOf(one, OURS, 'perSecond').toPrecision(3)).toLocaleString('en')
		return `${perSecond} · ${middleOf(one, OURS, 'p99').toFixed(1)} ms · ${middleOf(one, OURS, 'work').toFixed(0)} µs`
	}
	const ratio = (one: Comparison, other: string) => {
		const byWork = middleOf(one, other, 'work') / middleOf(one, OURS, 'work')
		return one.bursts.has(other) ? `${ratioTo(one, other).toFixed(2)} · ${byWork.toFixed(2)}` : '–'
	}
	const atLeastOfLimit = (call: CallName, least: number) =>
		comparisons
			.filter((one) => one.call === call)
			.map((one) => atLeast(`${benchCalls[call].name}, of the limit`, least, ratioTo(one, LIMIT)))
	return {
		title: `Calls, with ${ratings.toLocaleString('en')} ratings`,
		text: [
			'First Backseat itself: requests a second, p99, processor time of a request. Then its requests a second as a ratio of the',
			`other's, the median of ${rounds} rounds in which each server has a turn of ${seconds} s, and the same by processor time.\n`,
			markdownTable(
				['', OURS, ...others.map((name) => `of ${name}`)],
				comparisons.map((one) => [benchCalls[one.call].name, own(one), ...others.map((other) => ratio(one, other))]),
			),
		].join('\n'),
		targets: [...atLeastOfLimit('user', 1), ...atLeastOfLimit('rate1', 0.95), ...atLeastOfLimit('rate64', 3)],
	}
}

/** Each round gives every server a turn, so that noise affects all of them. */
async function compare(servers: ReadonlyMap<string, RunningServer>, options: Options): Promise<Comparison[]> {
	const comparisons: Comparison[] = []
	for (const name of options.calls ?? (Object.keys(benchCalls) as CallName[])) {
		const call: Call = benchCalls[name]
		const taking = [...servers].filter(([server]) => server !== LIMIT || !call.isOnlyOurs)
		if (!call.isOnlyOurs) await refuseDifferentAnswers(call, servers)
		const bursts = new Map(taking.map(([server]) => [server, [] as Burst[]]))
		for (let round = 0; round <= options.rounds; round++)
			for (const [name, server] of taking) {
				const one = await burst({ server, call, seconds: round === 0 ? WARM_UP_SECONDS : options.seconds })
				if (one.failed > 0) throw new Error(`${name} failed ${one.failed} times at ${call.name}`)
				if (round > 0) bursts.get(name)?.push(one)
			}
		comparisons.push({ call: name, bursts })
		console.log(`${call.name} done`)
	}
	return comparisons
}

const middleOf = ({ bursts }: Comparison, server: string, figure: keyof Burst) =>
	median(bursts.get(server)?.map((one) => one[figure]) ?? [])

/** Backseat's requests per second as a share of another server's: the median of the rounds. */
const ratioTo = ({ bursts }: Comparison, other: string): number =>
	median(
		bursts
			.get(OURS)
			?.map(({ perSecond }, round) => perSecond / (bursts.get(other)?.[round]?.perSecond ?? Number.NaN)) ?? [],
	)

/**
 * Requests Backseat and the limit once and throws unless status, headers and JSON match, except for fields that vary. An
 * older build may answer differently.
 */
export async function refuseDifferentAnswers(call: Call, servers: ReadonlyMap<string, RunningServer>) {
	const answers: string[] = []
	for (const name of [OURS, LIMIT]) {
		const answer = await ask(servers.get(name)?.origin ?? '', call)
		const headers = [...answer.headers].filter(([header]) => !VARYING.includes(header)).toSorted()
		const varying = new RegExp(`"(${call.varying?.join('|')})":("[^"]*"|[^,}]*)`, 'g')
		const text = (await answer.text()).replaceAll(varying, '"$1":…')
		answers.push(JSON.stringify({ status: answer.status, headers, text }))
		if (answer.status !== call.status) throw new Error(`${name} to ${call.method} ${call.path}: ${answers.at(-1)}`)
	}
	if (answers[0] !== answers[1]) throw new Error(`${call.path}: Backseat answers ${answers.join('\nbut the limit ')}`)
}
