import { mkdir, readFile, rm } from 'node:fs/promises'
import { getChromium } from './browser.ts'
import { isBuilt } from './build-stamp.ts'
import { installPackages } from './install.ts'
import { bun, projectFolder, run, runQuietly, secondsSince, tool } from './run.ts'
import { bunResults, playwrightResults, summaryLine, type TestResults } from './test-results.ts'
import { torture } from './torture-parts.ts'

// bun run test                     everything, as CI runs it: from a clean checkout to the last line
// bun run test unit                db, server and scripts
// bun run test component           the UI's parts in a simulated browser
// bun run test desktop             the desktop shell over the built server, and its packages
// bun run test torture [part …]    the short form of bun run test:torture, over the built server
// bun run test e2e [playwright …]  the built product in Chromium
// Imports no package: there may be none yet.

const reports = 'test-results'

const section = (title: string) => console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}`)
const oneFailure = (remark: string): TestResults => ({ passed: 0, failed: 1, skipped: 0, remarks: [remark] })
const nothing: TestResults = { passed: 0, failed: 0, skipped: 0, remarks: [] }

async function quietStep(title: string, command: string[]): Promise<TestResults> {
	const start = performance.now()
	const { code, output } = await runQuietly(command)
	section(`${title} (${secondsSince(start)})`)
	console.log(output.trim())
	return code === 0 ? nothing : oneFailure(`${title}: failed`)
}

async function build(): Promise<TestResults> {
	if (!(await isBuilt())) return await quietStep('Build', [bun, 'scripts/build.ts'])
	section('Build')
	console.log('dist/ is up to date.')
	return nothing
}

async function bunTests(title: string, flags: string[], patterns: string[]): Promise<TestResults> {
	const start = performance.now()
	const reportFile = `${reports}/${title.toLowerCase().replaceAll(' ', '-')}.xml`
	const files: string[] = []
	for (const pattern of patterns)
		for await (const file of new Bun.Glob(pattern).scan('.')) files.push(file.replaceAll('\\', '/'))
	// The same order everywhere, so that a test that minds it fails everywhere.
	files.sort()
	const { code, output } = await runQuietly([
		...[bun, 'test', '--only-failures', '--reporter=junit', `--reporter-outfile=${reportFile}`],
		...[...flags, ...files.map((file) => `./${file}`)],
	])
	const results = bunResults({ report: await readReport(reportFile), exitCode: code }, files)
	section(`${title} (${secondsSince(start)})`)
	console.log([output.trim(), ...results.remarks].join('\n'))
	return results
}

/** Bun's own five seconds are too few for a test that starts processes on a busy machine. */
const PATIENCE = ['--timeout', '30000']

const unit = () =>
	bunTests('Unit tests', PATIENCE, ['{db,src-server}/**/*.test.ts', 'scripts/*.test.ts', 'scripts/licenses/*.test.ts'])
const component = () =>
	bunTests(
		'Component tests',
		[...PATIENCE, '--preload', './src-ui/testing/dom.ts'],
		['src-ui/**/*.test.{ts,tsx}', 'src-electron/**/*.test.tsx'],
	)
/** They start the built server and package it, which takes its time on a busy machine. */
const desktop = () =>
	bunTests('Desktop tests', ['--timeout', '120000'], ['src-electron/**/*.test.ts', 'scripts/desktop/*.test.ts'])

async function quickTorture(parts: string[] = []): Promise<TestResults[]> {
	section('Torture, the short form')
	return await torture(parts, ['--quick'])
}

async function e2e(args: string[] = []): Promise<TestResults> {
	section('End-to-end tests')
	const chromium = await getChromium()
	if (!chromium) return oneFailure('End-to-end tests: no browser')
	const exitCode = await run(tool('playwright', 'test', ...args), { env: { CHROME: chromium } })
	const results = playwrightResults({ report: await readReport(`${reports}/e2e.json`), exitCode })
	for (const remark of results.remarks) console.log(remark)
	return results
}

async function readReport(file: string): Promise<string | undefined> {
	return await readFile(file, 'utf8').catch(() => undefined)
}

async function oneAfterTheOther(...parts: (() => Promise<TestResults>)[]): Promise<TestResults[]> {
	const results: TestResults[] = []
	for (const part of parts) results.push(await part())
	return results
}

async function everything(): Promise<TestResults[]> {
	// In pairs: two cores are what a small machine has.
	const [built, checked] = await Promise.all([build(), quietStep('Checks', [bun, 'scripts/check.ts'])])
	if (built.failed > 0) {
		const tested = await Promise.all([unit(), component()])
		return [checked, built, ...tested, oneFailure('Desktop tests, torture and end-to-end tests: nothing to test')]
	}
	const [units, others] = await Promise.all([unit(), oneAfterTheOther(component, desktop)])
	return [checked, built, units, ...others, ...(await quickTorture()), await e2e()]
}

async function chosenPart(part: string | undefined, args: string[]): Promise<TestResults[]> {
	if (part === undefined) return await everything()
	if (part === 'unit') return [await unit()]
	if (part === 'component') return [await component()]
	if (part !== 'desktop' && part !== 'torture' && part !== 'e2e')
		return [oneFailure(`There is no part '${part}': unit, component, desktop, torture, e2e`)]
	const built = await build()
	if (built.failed > 0) return [built]
	if (part === 'torture') return [built, ...(await quickTorture(args))]
	return [built, await (part === 'desktop' ? desktop() : e2e(args))]
}

process.chdir(projectFolder)
const start = performance.now()
const [part, ...args] = process.argv.slice(2)
await rm(reports, { recursive: true, force: true })
await mkdir(reports, { recursive: true })
const results = (await installPackages()) ? await chosenPart(part, args) : [oneFailure('Packages: not installed')]

section(`Result (${secondsSince(start)})`)
for (const { remarks } of results) for (const remark of remarks) console.log(`✗ ${remark}`)
console.log(summaryLine(results))
process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0)
