import { expect, test } from 'bun:test'
import { bunResults, nothingRun, playwrightResults, slowestFiles, summaryLine, tortureResults } from './test-results.ts'

const bunReport = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="9" assertions="12" failures="2" skipped="3" time="0.02">
  <testsuite name="db/a.test.ts" file="db/a.test.ts" tests="9" assertions="12" failures="2" skipped="3" time="0.001">
    <testsuite name="x" file="db/a.test.ts" line="2" tests="3" failures="1" skipped="0">
      <testcase name="fine" classname="x" time="0.1" file="db/a.test.ts" line="3" assertions="1" />
      <testcase name="a &quot;b&quot;" classname="x" time="0.1" file="db/a.test.ts" line="4" assertions="1">
        <failure type="AssertionError" message="Expected: &lt;2&gt;&#10;Received: 1">at db/a.test.ts:4:7</failure>
      </testcase>
    </testsuite>
    <testcase name="slow" classname="" time="5" file="db/a.test.ts" line="5" assertions="0">
      <failure type="TimeoutError" message="test timed out" />
    </testcase>
  </testsuite>
</testsuites>`

test('tests of bun are counted from its report, and those that failed are named', () => {
	expect(bunResults({ report: bunReport, exitCode: 1 }, ['db/a.test.ts'])).toEqual({
		passed: 4,
		failed: 2,
		skipped: 3,
		failures: ['db/a.test.ts › x › a "b": Expected: <2>\nReceived: 1', 'db/a.test.ts › slow: test timed out'],
		remarks: [],
		files: [{ file: 'db/a.test.ts', seconds: 0.001 }],
	})
})

test('a test file that could not be loaded is a failure, though bun leaves it out of the report', () => {
	const results = bunResults({ report: bunReport, exitCode: 1 }, ['db/a.test.ts', 'db/b.test.ts'])
	expect(results.failed).toBe(3)
	expect(results.remarks).toEqual(['db/b.test.ts did not get to run its tests'])
})

test('a runner that dies with good manners, leaving no report, is a failure', () => {
	expect(bunResults({ report: undefined, exitCode: 0 }, ['db/a.test.ts']).failed).toBe(1)
	expect(bunResults({ report: undefined, exitCode: 0 }, []).failed).toBe(1)
	expect(playwrightResults({ report: undefined, exitCode: 0 }).failed).toBe(1)
})

test('a runner that ends badly without a failed test is a failure', () => {
	const fine = bunReport.replace('failures="2"', 'failures="0"')
	expect(bunResults({ report: fine, exitCode: 1 }, ['db/a.test.ts']).failed).toBe(1)
	expect(bunResults({ report: fine, exitCode: 0 }, ['db/a.test.ts']).failed).toBe(0)
})

test('a spec that Playwright could not load counts beside the tests that failed', () => {
	const report = JSON.stringify({
		stats: { expected: 5, unexpected: 1, flaky: 0, skipped: 2 },
		errors: [{ message: 'SyntaxError in e2e/a.spec.ts' }],
		suites: [],
	})
	expect(playwrightResults({ report, exitCode: 1 })).toEqual({
		passed: 5,
		failed: 2,
		skipped: 2,
		failures: [],
		remarks: ['SyntaxError in e2e/a.spec.ts'],
		files: [],
	})
})

test('a spec of Playwright took as long as all its tests at all sizes', () => {
	const spec = (...durations: number[]) => ({
		title: 'x',
		ok: true,
		tests: durations.map((duration) => ({ projectName: 'phone', results: [{ duration }] })),
	})
	const report = JSON.stringify({
		stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 },
		errors: [],
		suites: [{ file: 'a.spec.ts', specs: [spec(1000, 200)], suites: [{ file: 'a.spec.ts', specs: [spec(30)] }] }],
	})

	expect(playwrightResults({ report, exitCode: 0 }).files).toEqual([{ file: 'e2e/a.spec.ts', seconds: 1.23 }])
})

test('a test of Playwright that failed is named with its size and what was wrong', () => {
	const failed = {
		projectName: 'phone',
		results: [{ duration: 1, error: { message: '\u001b[31mnot visible\u001b[39m' } }],
	}
	const passed = { projectName: 'desktop', results: [{ duration: 1 }] }
	const report = JSON.stringify({
		stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
		errors: [],
		suites: [
			{
				file: 'a.spec.ts',
				suites: [{ file: 'a.spec.ts', specs: [{ title: 'x', ok: false, tests: [failed, passed] }] }],
			},
		],
	})

	expect(playwrightResults({ report, exitCode: 1 }).failures).toEqual(['[phone] e2e/a.spec.ts › x: not visible'])
})

test('the ten slowest files of all parts are named, the slowest first', () => {
	const files = Array.from({ length: 6 }, (_, index) => ({ file: `db/${index}.test.ts`, seconds: index / 10 }))
	const specs = Array.from({ length: 6 }, (_, index) => ({ file: `e2e/${index}.spec.ts`, seconds: index * 10 }))

	const lines = slowestFiles([
		{ ...nothingRun, files },
		{ ...nothingRun, files: specs },
	])

	expect(lines).toHaveLength(10)
	expect(lines[0]).toBe('  50.0 s  e2e/5.spec.ts')
	expect(lines.at(-1)).toBe('   0.1 s  db/1.test.ts')
})

test('a part of the torture is one test: passed, failed, or skipped with its reason', () => {
	const run = (exitCode: number, output: string) => tortureResults('kill', { output, exitCode })

	expect(run(0, 'Seed 7\n40 kills survived, 0 lost\n')).toEqual({
		results: { ...nothingRun, passed: 1 },
		figures: '40 kills survived, 0 lost',
	})
	expect(run(0, 'skipped: no loop device\n')).toEqual({
		results: { ...nothingRun, skipped: 1 },
		figures: 'skipped: no loop device',
	})
	expect(run(1, '✗ 3 acknowledged ratings are lost\n40 kills, 3 lost\n').results).toEqual({
		...nothingRun,
		failed: 1,
		remarks: ['Torture, kill: 40 kills, 3 lost (exit code 1)'],
	})
})

test('a part of the torture that dies is a failure, whatever it said before, and also if it said nothing', () => {
	expect(tortureResults('power', { output: 'skipped: no loop device', exitCode: 137 }).results.failed).toBe(1)
	expect(tortureResults('power', { output: '\n', exitCode: 0 }).results).toMatchObject({
		passed: 0,
		failed: 1,
		remarks: ['Torture, power: it said nothing (exit code 0)'],
	})
})

test('the last line sums up all runs and mentions skipped tests only when there are any', () => {
	const run = { ...nothingRun, passed: 2, failed: 1 }
	expect(summaryLine([run, run])).toBe('4 passed, 2 failed')
	expect(summaryLine([run, { ...run, skipped: 1 }])).toBe('4 passed, 2 failed, 1 skipped')
})
