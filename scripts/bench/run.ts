import { parseArgs } from 'node:util'
import { isBuilt } from '../build/build-stamp.ts'
import type { CallName } from './calls.ts'
import { httpSection } from './compare.ts'
import { growthSection } from './growth.ts'
import { lighthouseSection } from './lighthouse.ts'
import { manySection } from './many.ts'
import { pageSection } from './page.ts'
import { type Section, writeFigures } from './report.ts'
import { type Baseline, endOnSignals } from './servers.ts'
import { startSection } from './start.ts'

// bun run bench                 everything; replaces the figures in docs/performance.md; about ten minutes
// bun run bench http start      some parts, printed only: http start many page lighthouse
// bun run bench growth          only by its name: ten million ratings; six gigabytes and ten minutes
//   --calls user,stats   --against limit,hono   --rounds 5   --seconds 1   --ratings 100000
//   --binary PATH        another build of the server
//   --before PATH        page: an older build takes turns with it

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		calls: { type: 'string' },
		against: { type: 'string' },
		ratings: { type: 'string' },
		rounds: { type: 'string', default: '5' },
		seconds: { type: 'string', default: '1' },
		binary: { type: 'string' },
		before: { type: 'string' },
	},
})
const { binary, before } = values
const list = <Name extends string>(text: string | undefined) => text?.split(',') as Name[] | undefined
const ratings = values.ratings === undefined ? undefined : Number(values.ratings)
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const [calls, against] = [list<CallName>(values.calls), list<Baseline>(values.against)]

const parts: Record<string, () => Promise<Section>> = {
	http: () => httpSection({ ratings, rounds, seconds, calls, against, program: binary ? [binary] : undefined }),
	start: () => startSection({ ratings, rounds, binary }),
	many: () => manySection({ binary }),
	page: () => pageSection({ rounds, binary, before }),
	lighthouse: () => lighthouseSection({ binary }),
}
const onlyByName: typeof parts = { growth: () => growthSection({ ratings, binary }) }

if (!binary && !(await isBuilt()))
	console.log('dist/backseat is not of these sources: bun run build makes one that is.')
endOnSignals()
const sections: Section[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
	const part = parts[name] ?? onlyByName[name]
	if (!part) throw new Error(`There is no part '${name}': ${Object.keys({ ...parts, ...onlyByName }).join(', ')}`)
	const section = await part()
	sections.push(section)
	console.log(`\n### ${section.title}\n\n${section.text}\n`)
	for (const { what, target, measured, isMet } of section.targets)
		console.log(`${isMet ? '✓' : '✗'} ${what}: ${measured} (${target})`)
}
if (positionals.length === 0) await writeFigures(sections)
