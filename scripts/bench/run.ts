import { parseArgs } from 'node:util'
import { isBuilt } from '../build/build-stamp.ts'
import { spread } from './figures.ts'
import type { CallName } from './http/calls.ts'
import { type Comparison, compare, middleOf, ratios } from './http/compare.ts'
import type { Contestant } from './http/servers.ts'

// bun run bench http [--calls user,stats] [--against limit,naked] [--ratings 100000] [--rounds 5] [--seconds 1]

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		calls: { type: 'string' },
		against: { type: 'string' },
		ratings: { type: 'string', default: '100000' },
		rounds: { type: 'string', default: '5' },
		seconds: { type: 'string', default: '1' },
		binary: { type: 'string' },
	},
})
if (!values.binary && !(await isBuilt())) console.log('dist/backseat is not of these sources: bun run build')
const list = <Name extends string>(text: string | undefined) => text?.split(',') as Name[] | undefined

if (positionals.length === 0 || positionals.includes('http'))
	await compare({
		ratings: Number(values.ratings),
		calls: list<CallName>(values.calls),
		against: list<Contestant>(values.against),
		rounds: Number(values.rounds),
		seconds: Number(values.seconds),
		program: values.binary ? [values.binary] : undefined,
		report: print,
	})

function print(comparison: Comparison) {
	console.log(comparison.name)
	for (const [contestant, bursts] of Object.entries(comparison.bursts)) {
		const shares = ratios(comparison, contestant as Contestant)
		const share = shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 2)] ?? Number.NaN
		const ratio =
			contestant === 'backseat'
				? ''
				: `Backseat does ${share.toFixed(2)} of it, spread ${(spread(shares) * 100).toFixed(0)} %`
		console.log(
			`  ${contestant.padEnd(9)}${middleOf(bursts, 'perSecond').toFixed(0).padStart(8)}/s` +
				`  p50 ${middleOf(bursts, 'p50').toFixed(2)} ms  p99 ${middleOf(bursts, 'p99').toFixed(2)} ms  ${ratio}`,
		)
	}
}
