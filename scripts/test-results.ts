/** What a run of a test runner came to, read from its report and never from what it wrote on the screen. */
export type TestResults = {
	passed: number
	failed: number
	skipped: number
	/** What the report alone does not tell: tests that never ran, a runner that died. */
	remarks: string[]
}

type Run = { report: string | undefined; exitCode: number }

/** `expectedFiles`: a test file that cannot be loaded, or that ends the process, is missing from bun's report. */
export function bunResults({ report, exitCode }: Run, expectedFiles: string[]): TestResults {
	const remarks: string[] = []
	const [all] = report?.match(/<testsuites [^>]*>/) ?? []
	const count = (name: string) => Number(all?.match(new RegExp(`\\b${name}="(\\d+)"`))?.[1] ?? 0)
	const reported = new Set([...(report ?? '').matchAll(/<testsuite [^>]*?\bfile="([^"]*)"/g)].map((match) => match[1]))
	for (const file of expectedFiles) if (!reported.has(file)) remarks.push(`${file} did not get to run its tests`)
	const failures = count('failures')
	return withRunner(exitCode, {
		passed: count('tests') - failures - count('skipped'),
		failed: failures + remarks.length,
		skipped: count('skipped'),
		remarks,
	})
}

export function playwrightResults({ report, exitCode }: Run): TestResults {
	const { stats, errors } = parsePlaywrightReport(report)
	const remarks = errors.map(({ message }) => message)
	return withRunner(exitCode, {
		// Flaky means failed first; there are no retries, so there should be none.
		passed: stats.expected,
		failed: stats.unexpected + stats.flaky + remarks.length,
		skipped: stats.skipped,
		remarks,
	})
}

type PlaywrightReport = {
	stats: { expected: number; unexpected: number; flaky: number; skipped: number }
	errors: { message: string }[]
}

function parsePlaywrightReport(report: string | undefined): PlaywrightReport {
	if (report) return JSON.parse(report)
	return { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] }
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
		remarks: hasFailed ? [`Torture, ${part}: ${figures || 'it said nothing'} (exit code ${exitCode})`] : [],
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

export function summaryLine(results: TestResults[]): string {
	const sum = (key: 'passed' | 'failed' | 'skipped') => results.reduce((total, part) => total + part[key], 0)
	const skipped = sum('skipped')
	return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
