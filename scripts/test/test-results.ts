import { stripVTControlCharacters } from 'node:util'

/** Result of a test run, read from the runner's report and never from its console output. */
export type TestResults = {
	passed: number
	failed: number
	skipped: number
	/** Failed tests with their messages, repeated at the end because a part's output is long. */
	failures: string[]
	remarks: string[]
	files: FileTime[]
}

export type FileTime = { file: string; seconds: number }

export const nothingRun: TestResults = { passed: 0, failed: 0, skipped: 0, failures: [], remarks: [], files: [] }
export const oneFailure = (remark: string): TestResults => ({ ...nothingRun, failed: 1, remarks: [remark] })

type Run = { report: string | undefined; exitCode: number }

/** `expectedFiles` reveals files that are missing from bun's report because they failed to load or ended the process. */
export function bunResults({ report = '', exitCode }: Run, expectedFiles: string[]): TestResults {
	const remarks: string[] = []
	const [all = ''] = report.match(/<testsuites [^>]*>/) ?? []
	const count = (name: string) => Number(attribute(all, name) ?? 0)
	// A `describe` is a suite inside its file's suite and repeats the file name.
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
		// Flaky means a failure before a retry; retries are off, so this should be zero.
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

/** Each torture part counts as one test. Its last line is its figures, or the reason this machine had to skip it. */
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

function withRunner(exitCode: number, results: TestResults): TestResults {
	const fail = (remark: string) => ({ ...results, failed: results.failed + 1, remarks: [...results.remarks, remark] })
	if (exitCode !== 0 && results.failed === 0) return fail(`The test runner ended with exit code ${exitCode}`)
	if (results.passed + results.failed === 0) return fail('No tests were found')
	return results
}

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
