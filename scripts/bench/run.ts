import { parseArgs } from 'node:util'
import { builtBinary, isBuilt } from '../build/build-stamp.ts'
import type { CallName } from './calls.ts'
import { httpSection } from './compare.ts'
import { lighthouseSection } from './lighthouse.ts'
import { manySection } from './many.ts'
import { pageSection } from './page.ts'
import { type Section, writeFigures } from './report.ts'
import type { Options } from './servers.ts'
import { startSection } from './start.ts'

// bun run bench                 every scene; replaces the figures in docs/performance.md; about fifteen minutes
// bun run bench http start      some scenes, printed only
//   --calls user,rate1   http: only these calls
//   --rounds 5   --seconds 1   --ratings 20000
//   --binary PATH        another build of the server
//   --before PATH        adds an older build to every scene

const scenes: Record<string, (options: Options) => Promise<Section>> = {
	http: httpSection,
	start: startSection,
	many: manySection,
	page: pageSection,
	lighthouse: lighthouseSection,
}

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		calls: { type: 'string' },
		ratings: { type: 'string' },
		rounds: { type: 'string', default: '5' },
		seconds: { type: 'string', default: '1' },
		binary: { type: 'string', default: builtBinary },
		before: { type: 'string' },
	},
})
const options: Options = {
	program: [values.binary],
	before: values.before,
	calls: values.calls?.split(',') as CallName[] | undefined,
	ratings: values.ratings === undefined ? undefined : Number(values.ratings),
	rounds: Number(values.rounds),
	seconds: Number(values.seconds),
}

if (values.binary === builtBinary && !(await isBuilt()))
	console.log('dist/backseat is not of these sources: bun run build makes one that is.')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
const sections: Section[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(scenes)) {
	const scene = scenes[name]
	if (!scene) throw new Error(`There is no scene '${name}': ${Object.keys(scenes).join(', ')}`)
	const section = await scene(options)
	sections.push(section)
	console.log(`\n### ${section.title}\n\n${section.text}\n`)
	for (const { what, target, measured, isMet } of section.targets)
		console.log(`${isMet ? '✓' : '✗'} ${what}: ${measured} (${target})`)
}
if (positionals.length === 0) await writeFigures(sections)
