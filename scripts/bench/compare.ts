import { ask, benchCalls, type Call, type CallName, callNames, nonceIn, plainText } from './calls.ts'
import { type Burst, burst } from './load.ts'
import { atLeast, markdownTable, median, type Section } from './report.ts'
import {
	type Baseline,
	type Running,
	type RunningServer,
	type ServerName,
	servers,
	VARYING,
	withServers,
} from './servers.ts'

/** All bursts of one call: one per round and server. */
type Comparison = { call: CallName; bursts: Map<ServerName, Burst[]> }

type Options = {
	ratings: number | undefined
	calls: readonly CallName[] | undefined
	/** Backseat always takes part. */
	against: readonly Baseline[] | undefined
	rounds: number
	seconds: number
	/** Replaces the built binary. */
	program: readonly string[] | undefined
}

/** Lists ratios first: only they are comparable between machines. */
export async function httpSection(options: Options): Promise<Section> {
	const { ratings = 100_000, rounds, seconds } = options
	const comparisons = await withServers(options, (running) => compare(running, options))
	const others = [...(comparisons[0]?.bursts.keys() ?? [])].filter((name) => name !== 'backseat')
	const scale = (one: Comparison) => {
		const perSecond = Number(middleOf(one, 'backseat', 'perSecond').toPrecision(3)).toLocaleString('en')
		return `${perSecond} · ${middleOf(one, 'backseat', 'p99').toFixed(1)} ms · ${middleOf(one, 'backseat', 'work').toFixed(0)} µs`
	}
	const ratio = (one: Comparison, other: ServerName) =>
		`${median(ratios(one, other)).toFixed(2)} · ${workRatio(one, other).toFixed(2)}`
	const text = [
		'First Backseat itself: requests a second, p99, processor time of a request. Then its requests a second as a ratio of the',
		`others', the median of ${rounds} rounds in which each server has a turn of ${seconds} s, and the same by processor time.\n`,
		markdownTable(
			['', 'Backseat', ...others.map((name) => `of ${servers[name].name}`)],
			comparisons.map((one) => [nameOf(one.call), scale(one), ...others.map((name) => ratio(one, name))]),
		),
	].join('\n')
	const aim = (calls: readonly CallName[], of: Baseline, least: number, what: string) => {
		const isByWork = calls.length > 1
		const [worst] = comparisons
			.filter(({ call, bursts }) => calls.includes(call) && bursts.has(of))
			.map((one) => ({ ratio: isByWork ? workRatio(one, of) : median(ratios(one, of)), call: one.call }))
			.toSorted((a, b) => a.ratio - b.ratio)
		const detail = isByWork && worst ? `, ${nameOf(worst.call)}` : ''
		return worst ? [atLeast(what, least, worst.ratio, ' ×', 2, detail)] : []
	}
	const reads = callNames.filter((name) => !name.startsWith('rate'))
	return {
		title: `Calls, with ${ratings.toLocaleString('en')} ratings`,
		text,
		targets: [
			...aim(reads, 'limit', 0.75, 'the slowest read by processor time, of the limit'),
			...aim(reads, 'fastify', 1.5, 'the slowest read by processor time, of Fastify'),
			...aim(['rate64'], 'limit', 2, 'durable ratings by 64 clients, of one transaction a request'),
			...aim(['rate1'], 'limit', 0.85, 'a durable rating by 1 client, of the limit'),
		],
	}
}

const nameOf = (call: CallName) => benchCalls('')[call].name

/** The JIT compiles for some seconds, so the first burst is discarded. */
const WARM_UP_SECONDS = 4

/** Each round gives every server a turn, so that noise affects all of them. */
async function compare({ servers, calls }: Running, options: Options): Promise<Comparison[]> {
	const comparisons: Comparison[] = []
	for (const call of options.calls ?? callNames) {
		const made: Call = calls[call]
		await refuseDifferentAnswers(made, servers)
		const bursts = new Map([...servers.keys()].map((name) => [name, [] as Burst[]]))
		for (let round = 0; round <= options.rounds; round++)
			for (const [name, server] of servers) {
				const one = await burst({ server, call: made, seconds: round === 0 ? WARM_UP_SECONDS : options.seconds })
				if (one.failed > 0) throw new Error(`${name} failed ${one.failed} times at ${made.name}`)
				if (round > 0) bursts.get(name)?.push(one)
			}
		comparisons.push({ call, bursts })
		console.log(summaryOf({ call, bursts }))
	}
	return comparisons
}

/** Backseat's requests per second as a share of another server's, round by round. */
const ratios = ({ bursts }: Comparison, other: ServerName): number[] =>
	bursts
		.get('backseat')
		?.map(({ perSecond }, round) => perSecond / (bursts.get(other)?.[round]?.perSecond ?? Number.NaN)) ?? []

/** The same ratio for processor time per request. */
const workRatio = (one: Comparison, other: ServerName): number =>
	middleOf(one, other, 'work') / middleOf(one, 'backseat', 'work')

const middleOf = ({ bursts }: Comparison, name: ServerName, figure: keyof Burst) =>
	median(bursts.get(name)?.map((one) => one[figure]) ?? [])

function summaryOf(one: Comparison): string {
	const lines = [...one.bursts.keys()].map((name) => {
		const of = (figure: keyof Burst) => middleOf(one, name, figure)
		const shares = ratios(one, name)
		const ratio =
			name === 'backseat'
				? ''
				: `  Backseat does ${median(shares).toFixed(2)} of it, by work ${workRatio(one, name).toFixed(2)} (${shares.map((share) => share.toFixed(2)).join(' ')})`
		return `  ${name.padEnd(9)}${of('perSecond').toFixed(0).padStart(8)}/s  p50 ${of('p50').toFixed(0)} ms  p99 ${of('p99').toFixed(0)} ms  ${of('work').toFixed(0).padStart(5)} µs${ratio}`
	})
	return [nameOf(one.call), ...lines].join('\n')
}

/**
 * Requests each server once and throws unless all responses match: equal status; equal JSON except for varying fields;
 * and for the limit, the same headers and bytes as Backseat.
 */
export async function refuseDifferentAnswers(call: Call, servers: ReadonlyMap<ServerName, RunningServer>) {
	let ours: { text: string; head: string } | undefined
	for (const [name, { origin }] of servers) {
		const answer = await ask(origin, call)
		const [head, text] = [headLines(answer.headers), await comparableText(answer, call)]
		const named = `${name} to ${call.method} ${call.path}`
		if (answer.status !== call.status) throw new Error(`${named}: ${answer.status} ${text}`)
		ours ??= { text, head }
		if ((call.isJson || name === 'limit') && text !== ours.text)
			throw new Error(`${named}: ${text}\nbut Backseat: ${ours.text}`)
		if (name === 'limit' && head !== ours.head) throw new Error(`${named}: ${head}\n\nbut Backseat: ${ours.head}`)
	}
}

/** Normalises nonce, origin and picture signature; hashes a compressed file. */
async function comparableText(answer: Response, { varying = [] }: Call): Promise<string> {
	if (answer.headers.get('content-encoding') === 'br') return Bun.hash(await answer.bytes()).toString(16)
	const nonce = nonceIn(answer.headers)
	const text = (await plainText(answer))
		.replaceAll(/http:\/\/127\.0\.0\.1:\d+|(?<=\/previews\/[\w-]+\.)[\w-]+/g, '…')
		.replaceAll(nonce ?? '…', '…')
	const names = varying.join('|')
	return names === '' ? text : text.replaceAll(new RegExp(`"(${names})":("[^"]*"|[^,}]*)`, 'g'), '"$1":…')
}

/** Header names and values, without the values that vary. */
const headLines = (headers: Headers) =>
	[...headers]
		.map(([name, value]) => `${name}: ${VARYING.includes(name) ? '…' : value.replace(/'nonce-[^']+'/, '…')}`)
		.toSorted()
		.join('\n')
