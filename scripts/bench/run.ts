import { parseArgs } from 'node:util'
import { isBuilt } from '../build/build-stamp.ts'
import type { CallName } from './http/calls.ts'
import { floodSection } from './http/flood-section.ts'
import { growthSection } from './http/growth-section.ts'
import { httpSection } from './http/http-section.ts'
import type { Contestant } from './http/servers.ts'
import { endOnSignals } from './leftovers.ts'
import { lighthouseSection } from './lighthouse.ts'
import { memorySection } from './process/memory-section.ts'
import { startSection } from './process/start-section.ts'
import { profileSection } from './profile-section.ts'
import { writePage } from './report.ts'
import { feelSection } from './screens/feel-section.ts'
import { firstLoadSection } from './screens/first-load-section.ts'
import type { Section } from './section.ts'

// bun run bench                 everything, into docs/performance.md, in about a quarter of an hour
// bun run bench http growth     some parts, printed only: http growth flood start memory load feel lighthouse profile
//   --calls user,stats   --against limit,naked   --rounds 5   --seconds 1   --ratings 100000   --minutes 1
//   --binary PATH        another build of the server

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		calls: { type: 'string' },
		against: { type: 'string' },
		ratings: { type: 'string' },
		rounds: { type: 'string', default: '5' },
		seconds: { type: 'string' },
		minutes: { type: 'string', default: '1' },
		binary: { type: 'string' },
	},
})
const { binary } = values
const list = <Name extends string>(text: string | undefined) => text?.split(',') as Name[] | undefined
const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))
const [ratings, rounds, seconds] = [number(values.ratings), number(values.rounds), number(values.seconds)]
const shared = { rounds, seconds, calls: list<CallName>(values.calls), program: binary ? [binary] : undefined }

const parts: Record<string, () => Promise<Section>> = {
	http: () => httpSection({ ...shared, ratings, against: list<Contestant>(values.against) }),
	growth: () => growthSection({ ...shared, sizes: [1000, ratings ?? 5_000_000] }),
	flood: () => floodSection(shared),
	start: () => startSection({ ratings, rounds, binary }),
	memory: () => memorySection({ minutes: Number(values.minutes), binary }),
	load: () => firstLoadSection({ binary }),
	feel: () => feelSection({ binary, rounds }),
	lighthouse: () => lighthouseSection({ binary, rounds: 3 }),
	profile: () => profileSection(shared),
}

if (!binary && !(await isBuilt()))
	console.log('dist/backseat is not of these sources: bun run build makes one that is.')
endOnSignals()
const sections: Section[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
	const part = parts[name]
	if (!part) throw new Error(`There is no part '${name}': ${Object.keys(parts).join(', ')}`)
	const section = await part()
	sections.push(section)
	console.log(`\n## ${section.title}\n\n${section.text}\n`)
	for (const { what, target, measured, isMet } of section.targets)
		console.log(`${isMet ? '✓' : '✗'} ${what}: ${measured} (${target})`)
}
if (positionals.length === 0) await writePage(sections)
