import { bun, projectFolder, runQuietly, secondsSince } from './run.ts'
import { summaryLine, type TestResults } from './test-results.ts'

// bun run test:torture [part …] [--quick]   what takes too long for every day; docs/reliability.md has the figures
//
// A part is scripts/torture/PART.ts. Its last line on standard output is its figures; it exits 0 when all went well, and
// 'skipped: why' as that line means that this machine could not do it. It knows `--quick`.

const parts: Record<string, string> = {
	fuzz: 'hostile requests over real connections',
	kill: 'kill -9 in the middle of the work',
	power: 'power cuts in the middle of the work',
	load: 'many ratings at once',
	million: 'start and backup with a million ratings',
	soak: 'half an hour of everyday requests',
}

async function runPart(part: string, flags: string[]): Promise<TestResults> {
	const start = performance.now()
	const { code, output } = await runQuietly([bun, `scripts/torture/${part}.ts`, ...flags])
	const figures = output.trim().split('\n').at(-1) ?? ''
	const isSkipped = code === 0 && figures.startsWith('skipped:')
	console.log(
		`${code !== 0 ? '✗' : isSkipped ? '–' : '✓'} ${part}, ${parts[part]} (${secondsSince(start)})\n  ${figures}`,
	)
	if (code !== 0) console.log(`\n${output.trim()}\n`)
	return {
		passed: code === 0 && !isSkipped ? 1 : 0,
		failed: code === 0 ? 0 : 1,
		skipped: isSkipped ? 1 : 0,
		remarks: [],
	}
}

process.chdir(projectFolder)
const words = process.argv.slice(2)
const flags = words.filter((word) => word.startsWith('--'))
const chosen = words.filter((word) => !word.startsWith('--'))
const unknown = chosen.find((part) => !parts[part])
if (unknown) {
	console.error(`There is no part '${unknown}': ${Object.keys(parts).join(', ')}`)
	process.exit(64)
}

const results: TestResults[] = []
// One after the other: each wants the machine for itself.
for (const part of chosen.length > 0 ? chosen : Object.keys(parts)) results.push(await runPart(part, flags))
console.log(summaryLine(results))
process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0)
