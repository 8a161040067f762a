import { bun, projectFolder, runQuietly, secondsSince } from '../run.ts'
import { oneFailure, summaryLine, type TestResults, tortureResults } from './test-results.ts'

// A part is scripts/torture/PART.ts. Its last line on stdout is its figures; it exits with 0 on success, and
// 'skipped: why' as that line means that this machine cannot run it. It accepts `--quick`.
// Imports no packages, because `bun run test` imports it.
//
// bun run test:torture [part …] [--quick]   runs too long for every day; docs/reliability.md has the figures

export const tortureParts: Record<string, string> = {
	fuzz: 'hostile requests over real connections [B20]',
	kill: 'kill -9 in the middle of the work [B1] [B6]',
	evening: 'kill -9 while the evening post is opened [B1]',
	power: 'power cuts in the middle of the work [B2]',
	load: 'many ratings at once [B3] [B4]',
	million: 'start and backup with a million ratings [B5] [B7]',
	soak: 'half an hour of everyday requests [B21]',
}

const PATIENCE_MS = { quick: 10 * 60_000, long: 4 * 3_600_000 }

/** Runs the given parts, or all, sequentially: each needs the whole machine. */
export async function torture(chosen: string[], flags: string[]): Promise<TestResults[]> {
	const unknown = chosen.find((part) => !tortureParts[part])
	if (unknown) {
		return [oneFailure(`There is no part '${unknown}' of the torture: ${Object.keys(tortureParts).join(', ')}`)]
	}
	const interruption = new AbortController()
	const interrupt = () => interruption.abort()
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt)
	const results: TestResults[] = []
	for (const part of chosen.length > 0 ? chosen : Object.keys(tortureParts))
		if (!interruption.signal.aborted) results.push(await runPart(part, flags, interruption.signal))
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt)
	if (interruption.signal.aborted) process.exit(130)
	return results
}

async function runPart(part: string, flags: string[], signal: AbortSignal): Promise<TestResults> {
	const start = performance.now()
	const timeout = flags.includes('--quick') ? PATIENCE_MS.quick : PATIENCE_MS.long
	const run = await runQuietly([bun, `scripts/torture/${part}.ts`, ...flags], { timeout, signal })
	const { results, figures } = tortureResults(part, { output: run.output, exitCode: run.code })
	const sign = results.failed > 0 ? '✗' : results.skipped > 0 ? '–' : '✓'
	console.log(`${sign} ${part}, ${tortureParts[part]} (${secondsSince(start)})\n  ${figures}`)
	if (results.failed > 0) console.log(`\n${run.output.trim()}\n`)
	return results
}

if (import.meta.main) {
	process.chdir(projectFolder)
	const words = process.argv.slice(2)
	const isFlag = (word: string) => word.startsWith('--')
	const results = await torture(
		words.filter((word) => !isFlag(word)),
		words.filter(isFlag),
	)
	for (const { remarks } of results) for (const remark of remarks) console.log(`✗ ${remark}`)
	console.log(summaryLine(results))
	process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0)
}
