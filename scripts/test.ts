import { mkdir, readFile, rm } from 'node:fs/promises'
import { builtBinary, isBuilt } from './build/build-stamp.ts'
import { findElectron } from './desktop/electron-binary.ts'
import { bun, installPackages, projectFolder, run, runMeasured, secondsSince, tool } from './run.ts'
import { getChromium, getEngines } from './test/browsers.ts'
import { changedFiles, unchangedTests } from './test/changes.ts'
import { type BunPart, testFiles } from './test/test-files.ts'
import {
	bunResults,
	nothingRun,
	oneFailure,
	playwrightResults,
	slowestFiles,
	summaryLine,
	type TestResults,
} from './test/test-results.ts'
import { torture } from './test/torture.ts'

// bun run test                     what CI runs, from a clean checkout to the last line: everything that guards behaviour
// bun run test unit                db, server and scripts
// bun run test component           the UI's parts in a simulated browser
// bun run test desktop             the desktop shell over the built server
// bun run test e2e [playwright …]  the built product in Chromium
// bun run test:all [part …]        the same with what takes long: *.long.test.ts, property tests in full, and each end-to-end
//                                  case at every size
// bun run test:all torture [part …]  the short form of bun run test:torture, over the built server
// Imports no package: there may be none yet.

const reports = 'test-results'

const section = (title: string) => console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}`)

/** On a busy machine, only the processor time can be compared with earlier runs. */
const took = (start: number, cpuSeconds: number) =>
	`${secondsSince(start)}, ${cpuSeconds.toFixed(0)} s of processor time`

/**
 * The last tier of JavaScriptCore's compiler pays only in processes that run for minutes. Without it, the checks take 30 % less
 * processor time, the build 20 %, component tests 14 % and unit tests 6 %. Servers that tests start do not inherit this.
 */
const SHORT_RUN = { BUN_JSC_useFTLJIT: '0' }

async function quietStep(title: string, command: string[]): Promise<TestResults> {
	const start = performance.now()
	const { code, output, cpuSeconds } = await runMeasured(command, { env: SHORT_RUN })
	section(`${title} (${took(start, cpuSeconds)})`)
	console.log(output.trim())
	return code === 0 ? nothingRun : oneFailure(`${title}: failed`)
}

async function build(): Promise<TestResults> {
	if (!(await isBuilt())) return await quietStep('Build', [bun, 'scripts/build.ts'])
	section('Build')
	console.log('dist/ is up to date.')
	return nothingRun
}

/** Bun's default of five seconds is too short for tests that start processes on a busy machine. */
const bunFlags: Record<BunPart, string[]> = {
	unit: ['--timeout', '60000'],
	component: ['--timeout', '60000', '--preload', './src-ui/testing/dom.ts'],
	desktop: ['--timeout', '120000'],
}

/** Three for two cores, because tests wait for child processes. */
const PROCESSES_ALONE = 3
/** Each process loads and compiles the code again, so a part that runs beside others has fewer. */
const PROCESSES_BESIDE_OTHERS: Record<BunPart, number> = { component: 1, unit: 2, desktop: 2 }

async function bunTests(part: BunPart, title: string, processes = PROCESSES_ALONE): Promise<TestResults> {
	const start = performance.now()
	const files = await testFiles(part, { withLong: isWhole })
	const reportFile = `${reports}/${part}.xml`
	const env: Record<string, string> = {
		...SHORT_RUN,
		...((await isBuilt()) && { TEST_PROGRAM: builtBinary }),
		...(isWhole && { TEST_EVERY_RUN: '1' }),
	}
	const command = [
		bun,
		'test',
		'--only-failures',
		'--no-isolate',
		...(processes > 1 ? [`--parallel=${processes}`] : []),
		'--reporter=junit',
		`--reporter-outfile=${reportFile}`,
		...bunFlags[part],
		...files.map((file) => `./${file}`),
	]
	const { code, output, cpuSeconds } = await runMeasured(command, { env })
	const results = bunResults({ report: await readReport(reportFile), exitCode: code }, files)
	section(`${title} (${took(start, cpuSeconds)})`)
	console.log([output.trim(), ...results.remarks].join('\n'))
	return results
}

type PlaywrightRun = {
	report: string
	env: Record<string, string>
	args: string[]
	/** Set if other parts run at the same time: the output is then printed at the end instead of interleaved. */
	title?: string
}

async function playwrightTests({ report, env, args, title }: PlaywrightRun): Promise<TestResults> {
	const start = performance.now()
	const command = tool('playwright', 'test', ...args)
	let exitCode: number
	if (title === undefined) exitCode = await run(command, { env })
	else {
		const { code, output, cpuSeconds } = await runMeasured(command, { env })
		exitCode = code
		section(`${title} (${took(start, cpuSeconds)})`)
		console.log(output.trim())
	}
	const results = playwrightResults({ report: await readReport(`${reports}/${report}.json`), exitCode })
	for (const remark of results.remarks) console.log(remark)
	return results
}

const E2E_TITLE = 'End-to-end tests'

async function e2e({ args, title, skipped = [] }: Omit<PlaywrightRun, 'report' | 'env'> & { skipped?: string[] }) {
	const chromium = await getChromium({ isWhole })
	if (!chromium) return [oneFailure(`${E2E_TITLE}: no browser`)]
	console.log(`Electron: ${findElectron() ?? 'none here, so the desktop app is tried under its double only'}`)
	const env = { CHROME: chromium, E2E_SKIPPED: JSON.stringify(skipped), ...(isWhole && { E2E_EVERY_CASE: '1' }) }
	return [await playwrightTests({ report: 'e2e', env, args, title })]
}

/** Prints the skipped specs. Choosing the part `e2e`, or the whole, skips none. */
async function e2eOfChange(): Promise<TestResults[]> {
	const unchanged = isWhole ? [] : await unchangedTests(projectFolder, await changedFiles(projectFolder))
	const results = await e2e({ args: [], title: E2E_TITLE, skipped: unchanged.map(({ specs }) => specs) })
	for (const { what, specs } of unchanged)
		console.log(`Left to 'bun run test:all', as its code has not changed: ${what} (e2e/${specs})`)
	return results
}

/** The main paths in each engine. A missing engine is a failure, as is a missing Chromium. */
async function engines(args: string[]): Promise<TestResults[]> {
	section('The main ways in other engines')
	const chromium = await getChromium({ isWhole })
	const { found, missing } = await getEngines()
	if (chromium) found.push({ engine: 'chromium', program: chromium })
	const results = await playwrightTests({ report: 'engines', env: { E2E_ENGINES: JSON.stringify(found) }, args })
	return [results, ...missing.map((engine) => oneFailure(`The main ways in other engines: no ${engine}`))]
}

const readReport = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined)

type Part = { run(args: string[]): Promise<TestResults[]>; ofBuild?: boolean; onlyWhole?: boolean }

const parts: Record<string, Part> = {
	unit: { run: async () => [await bunTests('unit', 'Unit tests')] },
	component: { run: async () => [await bunTests('component', 'Component tests')] },
	desktop: { run: async () => [await bunTests('desktop', 'Desktop tests')], ofBuild: true },
	torture: {
		run: (chosen) => {
			section('Torture, the short form')
			return torture(chosen, ['--quick'])
		},
		ofBuild: true,
		onlyWhole: true,
	},
	e2e: {
		run: (args) => {
			section(E2E_TITLE)
			return e2e({ args })
		},
		ofBuild: true,
	},
	engines: { run: engines, ofBuild: true, onlyWhole: true },
}

/**
 * All parts at once, as soon as the binary that they need is there: each waits for timeouts and single processes much of the
 * time, and the cores are idle at the end if a long part comes last.
 */
async function everything(): Promise<TestResults[]> {
	const building = build()
	const beside = (part: BunPart, title: string) => bunTests(part, title, PROCESSES_BESIDE_OTHERS[part])
	const unit = async () => {
		await building
		return [await beside('unit', 'Unit tests')]
	}
	const overBinary = async () => {
		const built = await building
		if (built.failed > 0) return [built, oneFailure('Desktop and end-to-end tests: nothing to test')]
		return [built, await beside('desktop', 'Desktop tests'), ...(await e2eOfChange())]
	}
	const [checked, ...tested] = await Promise.all([
		quietStep('Checks', [bun, 'scripts/check.ts']),
		overBinary(),
		beside('component', 'Component tests').then((results) => [results]),
		unit(),
	])
	const results = [checked, ...tested.flat()]
	// The torture parts run alone, because they measure how the server copes with a busy machine.
	if (isWhole && (await building).failed === 0)
		for (const { run, onlyWhole } of Object.values(parts)) if (onlyWhole) results.push(...(await run([])))
	return results
}

async function chosenPart(name: string | undefined, args: string[]): Promise<TestResults[]> {
	if (name === undefined) return await everything()
	const part = parts[name]
	if (!part) return [oneFailure(`There is no part '${name}': ${Object.keys(parts).join(', ')}`)]
	const built = part.ofBuild ? await build() : nothingRun
	return built.failed > 0 ? [built] : [built, ...(await part.run(args))]
}

process.chdir(projectFolder)
const start = performance.now()
const words = process.argv.slice(2)
const isWhole = words[0] === '--all'
const [part, ...args] = isWhole ? words.slice(1) : words
await rm(reports, { recursive: true, force: true })
await mkdir(reports, { recursive: true })
const results = (await installPackages()) ? await chosenPart(part, args) : [oneFailure('Packages: not installed')]

const slowest = slowestFiles(results)
if (slowest.length > 0) {
	section('The ten slowest files')
	console.log(slowest.join('\n'))
}
section(`Result (${secondsSince(start)})`)
for (const { failures, remarks } of results) for (const what of [...failures, ...remarks]) console.log(`✗ ${what}`)
console.log(summaryLine(results))
process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0)
