import { stripVTControlCharacters } from 'node:util'

/** What a run of a test runner came to, read from its report and never from what it wrote on the screen. */
export type TestResults = {
	passed: number
	failed: number
	skipped: number
	/** The tests that failed, with why: repeated at the end of the run, as the output of a part is long. */
	failures: string[]
	/** What the report alone does not tell: tests that never ran, a runner that died. */
	remarks: string[]
	files: FileTime[]
}

/** How long the tests of one file took, all together. */
export type FileTime = { file: string; seconds: number }

export const nothingRun: TestResults = { passed: 0, failed: 0, skipped: 0, failures: [], remarks: [], files: [] }
export const oneFailure = (remark: string): TestResults => ({ ...nothingRun, failed: 1, remarks: [remark] })

type Run = { report: string | undefined; exitCode: number }

/** `expectedFiles`: a test file that cannot be loaded, or that ends the process, is missing from bun's report. */
export function bunResults({ report = '', exitCode }: Run, expectedFiles: string[]): TestResults {
	const remarks: string[] = []
	const [all = ''] = report.match(/<testsuites [^>]*>/) ?? []
	const count = (name: string) => Number(attribute(all, name) ?? 0)
	// A `describe` is a suite inside the suite of its file, with the same file.
	const suites = [...report.matchAll(/^ {2}<testsuite [^>]*>/gm)].map(([suite]) => suite)
	const files = suites.map((suite) => ({
		file: attribute(suite, 'file') ?? '',
		seconds: Number(attribute(suite, 'time') ?? 0),
	}))
	const reported = new Set(files.map(({ file }) => file))
	for (const file of expectedFiles) if (!reported.has(file)) remarks.push(`${file} did not get to run its tests`)
	const failures = count('failures')
	return withRunner(exitCode, {
		passed: count('tests') - failures - count('skipped'),
		failed: failures + remarks.length,
		skipped: count('skipped'),
		failures: [...report.matchAll(FAILED_TEST)].map(([, test = '', failure = '']) => {
			const name = [attribute(test, 'classname'), attribute(test, 'name')].filter(Boolean).join(' › ')
			return unescaped(`${attribute(test, 'file')} › ${name}: ${attribute(failure, 'message') ?? 'failed'}`)
		}),
		remarks,
		files,
	})
}

const FAILED_TEST = /<testcase ([^>]*[^/])>\s*<failure ([^>]*)>/g

const attribute = (tag: string, name: string) => tag.match(new RegExp(`\\b${name}="([^"]*)"`))?.[1]

const ENTITIES: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', '#10': '\n', amp: '&' }
const unescaped = (text: string) => text.replaceAll(/&([^;]+);/g, (entity, name) => ENTITIES[name] ?? entity)

export function playwrightResults({ report, exitCode }: Run): TestResults {
	const { stats, errors, suites } = parsePlaywrightReport(report)
	const remarks = errors.map(({ message }) => message)
	return withRunner(exitCode, {
		// Flaky means failed first; there are no retries, so there should be none.
		passed: stats.expected,
		failed: stats.unexpected + stats.flaky + remarks.length,
		skipped: stats.skipped,
		failures: suites.flatMap(failuresOf),
		remarks,
		files: suites.map((suite) => ({ file: `e2e/${suite.file}`, seconds: millisecondsOf(suite) / 1000 })),
	})
}

type PlaywrightSpec = {
	title: string
	ok: boolean
	tests: { projectName: string; results: { duration: number; error?: { message?: string } }[] }[]
}
type PlaywrightSuite = {
	file: string
	specs?: PlaywrightSpec[]
	suites?: PlaywrightSuite[]
}
type PlaywrightReport = {
	stats: { expected: number; unexpected: number; flaky: number; skipped: number }
	errors: { message: string }[]
	suites: PlaywrightSuite[]
}

function parsePlaywrightReport(report: string | undefined): PlaywrightReport {
	if (report) return JSON.parse(report)
	return { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [], suites: [] }
}

function failuresOf({ file, specs = [], suites = [] }: PlaywrightSuite): string[] {
	const failed = specs.filter(({ ok }) => !ok)
	const own = failed.flatMap(({ title, tests }) =>
		tests.flatMap(({ projectName, results }) => {
			const error = results.find((result) => result.error)?.error
			return error ? [`[${projectName}] e2e/${file} › ${title}: ${stripVTControlCharacters(error.message ?? '')}`] : []
		}),
	)
	return [...own, ...suites.flatMap(failuresOf)]
}

function millisecondsOf({ specs = [], suites = [] }: PlaywrightSuite): number {
	const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
	const durations = [...results.map(({ duration }) => duration), ...suites.map(millisecondsOf)]
	return durations.reduce((sum, duration) => sum + duration, 0)
}

/** A part of the torture counts as one test. Its last line is its figures, or why this machine could not do it. */
export function tortureResults(part: string, { output, exitCode }: { output: string; exitCode: number }) {
	const figures = output.trim().split('\n').at(-1) ?? ''
	const hasFailed = exitCode !== 0 || figures === ''
	const isSkipped = !hasFailed && figures.startsWith('skipped: ')
	const results: TestResults = {
		passed: hasFailed || isSkipped ? 0 : 1,
		failed: hasFailed ? 1 : 0,
		skipped: isSkipped ? 1 : 0,
		failures: [],
		remarks: hasFailed ? [`Torture, ${part}: ${figures || 'it said nothing'} (exit code ${exitCode})`] : [],
		files: [],
	}
	return { results, figures }
}

/** A runner that ends badly without a failed test, or finds no test at all, has failed too. */
function withRunner(exitCode: number, results: TestResults): TestResults {
	const fail = (remark: string) => ({ ...results, failed: results.failed + 1, remarks: [...results.remarks, remark] })
	if (exitCode !== 0 && results.failed === 0) return fail(`The test runner ended with exit code ${exitCode}`)
	if (results.passed + results.failed === 0) return fail('No tests were found')
	return results
}

/** The ten files whose tests took longest, one a line; files of different parts ran on the same machine. */
export function slowestFiles(results: TestResults[]): string[] {
	return results
		.flatMap(({ files }) => files)
		.toSorted((one, other) => other.seconds - one.seconds)
		.slice(0, 10)
		.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`)
}

export function summaryLine(results: TestResults[]): string {
	const sum = (key: 'passed' | 'failed' | 'skipped') => results.reduce((total, part) => total + part[key], 0)
	const skipped = sum('skipped')
	return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
