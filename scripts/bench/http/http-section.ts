import { markdownTable, median, spread } from '../figures.ts'
import { atLeast, type Section, type Target } from '../section.ts'
import { type CompareOptions, type Comparison, compare, middleOf, ratios, workRatio } from './compare.ts'
import { loadGenerator } from './load.ts'
import { type Contestant, contestants } from './servers.ts'

const rivals = ['limit', 'naked', 'fastify', 'express', 'hono'] as const

/** The calls against everybody: ratios first, as only they can be compared between machines. */
export async function httpSection(options: CompareOptions): Promise<Section> {
	const comparisons = await compare({ report: (comparison) => console.log(summaryOf(comparison)), ...options })
	const present = rivals.filter((rival) => comparisons[0]?.bursts[rival])
	const ratioOf = (comparison: Comparison, rival: Contestant, of: Contestant = 'backseat') => {
		const shares = ratios(comparison, rival, of)
		return `${median(shares).toFixed(2)} ± ${((spread(shares) / 2) * 100).toFixed(0)} %`
	}
	const ratioTable = markdownTable(
		['Backseat does, of …', ...present.map((rival) => contestants[rival].name)],
		comparisons.map((one) => [one.name, ...present.map((rival) => ratioOf(one, rival))]),
	)
	/** Where even the limit does not reach what is aimed at, the database takes most of the time of all of them. */
	const limits = present.includes('limit') ? present.filter((rival) => rival !== 'limit' && rival !== 'naked') : []
	const limitTable = markdownTable(
		['the limit does, of …', ...limits.map((rival) => contestants[rival].name)],
		comparisons.map((one) => [one.name, ...limits.map((rival) => ratioOf(one, rival, 'limit'))]),
	)
	const scaleTable = markdownTable(
		['for scale, a second (p99)', 'Backseat', ...present.map((rival) => contestants[rival].name)],
		comparisons.map((one) => [
			one.name,
			...(['backseat', ...present] as const).map(
				(name) =>
					`${round(middleOf(one.bursts[name], 'perSecond'))} (${middleOf(one.bursts[name], 'p99').toFixed(1)} ms)`,
			),
		]),
	)
	const workTable = markdownTable(
		['µs of processor a request', 'Backseat', ...present.map((rival) => contestants[rival].name)],
		comparisons.map((one) => [
			one.name,
			...(['backseat', ...present] as const).map((name) => {
				const us = middleOf(one.bursts[name], 'work').toFixed(0)
				return name === 'backseat' ? us : `${us} (${workRatio(one, name).toFixed(2)} ×)`
			}),
		]),
	)
	const { ratings = 100_000, rounds = 5, seconds = 1 } = options
	return {
		title: `Calls, with ${ratings.toLocaleString('en')} ratings`,
		text: [
			`Requests a second under ${loadGenerator}: medians of ${rounds} rounds in which everybody has a turn of ${seconds} s, and half the`,
			'distance between the best and the worst round. 16 connections, 4 for log-ins. The third table has the processor time a request',
			'of all threads of a server, which says the same on a busy machine.\n',
			[ratioTable, ...(limits.length > 0 ? [limitTable] : []), workTable, scaleTable].join('\n\n'),
		].join('\n'),
		targets: targetsOf(comparisons),
	}
}

function targetsOf(comparisons: readonly Comparison[]): Target[] {
	const targets: Target[] = []
	const aim = (of: readonly Comparison[], rival: Contestant, least: number, what: string) => {
		const found = of
			.filter(({ bursts }) => bursts[rival])
			.map((one) => ({ name: one.name, ratio: median(ratios(one, rival)) }))
			.toSorted((a, b) => a.ratio - b.ratio)
		const [worst] = found
		if (worst) targets.push(atLeast(what, least, worst.ratio, found.length > 1 ? ` (${worst.name})` : ''))
	}
	const reads = comparisons.filter(({ kind }) => kind === 'read')
	const called = (call: string) => comparisons.filter((one) => one.call === call)
	aim(reads, 'limit', 0.75, 'the slowest read, of the limit')
	aim(reads, 'fastify', 1.5, 'the slowest read, of Fastify')
	aim(reads, 'express', 3, 'the slowest read, of Express')
	aim(called('rate64'), 'limit', 2, 'durable ratings by 64 clients, of one transaction a request')
	aim(called('rate1'), 'limit', 0.85, 'a durable rating by 1 client, of the limit')
	return targets
}

/** Two digits more would be noise. */
const round = (perSecond: number) => Number(perSecond.toPrecision(3)).toLocaleString('en')

function summaryOf(comparison: Comparison): string {
	const lines = Object.entries(comparison.bursts).map(([contestant, bursts]) => {
		const shares = ratios(comparison, contestant as Contestant)
		const ratio =
			contestant === 'backseat'
				? ''
				: `Backseat does ${median(shares).toFixed(2)} of it, by work ${workRatio(comparison, contestant as Contestant).toFixed(2)} (${shares.map((share) => share.toFixed(2)).join(' ')})`
		const [perSecond, p50, p99, work] = (['perSecond', 'p50', 'p99', 'work'] as const).map((figure) =>
			middleOf(bursts, figure),
		)
		return `  ${contestant.padEnd(9)}${perSecond?.toFixed(0).padStart(8)}/s  p50 ${p50?.toFixed(2)} ms  p99 ${p99?.toFixed(2)} ms  ${work?.toFixed(0).padStart(5)} µs  ${ratio}`
	})
	return [comparison.name, ...lines].join('\n')
}
