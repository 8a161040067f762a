import { expect, test } from 'bun:test'
import { testClock } from '#server/testing/test-clock.ts'
import { nextTimeOfDay } from './clock.ts'
import { recurringJob } from './recurring-job.ts'

const SECOND = 1000
const HOUR = 3_600_000
const START = Date.UTC(2026, 5, 15, 12)
const everyFullHour = (last: Date) => new Date(Math.floor(last.getTime() / HOUR + 1) * HOUR)

function jobFrom(start = START, next = everyFullHour, run = async (_: AbortSignal) => {}) {
	const time = testClock(start)
	const runs: number[] = []
	const failures: unknown[] = []
	const job = recurringJob(time.clock, {
		next: (last) => (last ? next(last) : time.clock.now()),
		run: (signal) => {
			runs.push((time.clock.now().getTime() - start) / HOUR)
			return run(signal)
		},
		failed: (error) => failures.push(error),
	})
	const started = time.pass(0)
	return { ...time, job, runs, failures, started }
}

test('a job that is due at the start runs at once, and then when it is due, waiting ten seconds at most', async () => {
	const { runs, pass, delays, started } = jobFrom()
	await started
	expect(runs).toEqual([0])

	await pass(10 * SECOND)
	expect(runs).toEqual([0])
	expect(delays()).toEqual([10 * SECOND])
	await pass(10 * SECOND, START + HOUR - 400)
	expect(delays()).toEqual([400])
	await pass(400)
	expect(runs).toEqual([0, 1])
})

test('a machine that slept past several due times runs the job once, within ten seconds of waking up [B29]', async () => {
	const { runs, pass } = jobFrom()
	await pass(0)

	await pass(10 * SECOND, START + 5.5 * HOUR)
	for (let check = 0; check < 5; check++) await pass(10 * SECOND)

	expect(runs).toEqual([0, 5.5])
})

test('a clock that was a year ahead delays the job by ten seconds, not by a year [B29] [B13]', async () => {
	const { runs, pass } = jobFrom()
	const year = 365 * 24
	await pass(0)
	await pass(10 * SECOND, START + year * HOUR)

	await pass(10 * SECOND, START + HOUR / 2)
	await pass(10 * SECOND, START + HOUR)

	expect(runs).toEqual([0, year, 0.5, 1])
})

test('a clock that is set back during a run does not delay the next one', async () => {
	const { promise, resolve } = Promise.withResolvers<void>()
	const { runs, pass, setClock } = jobFrom(START, everyFullHour, () => promise)
	setClock(START - 24 * HOUR)
	resolve()
	await pass(0)

	await pass(10 * SECOND)

	expect(runs).toHaveLength(2)
})

test.each([
	['has 23 hours', Date.UTC(2026, 2, 28, 12), [0, 13.5, 36.5]],
	['has its hour twice', Date.UTC(2026, 9, 24, 12), [0, 12.5, 37.5]],
])('a daily job runs once on a day that %s [B30]', async (_day, start, hours) => {
	const time = { hour: 2, minute: 30 }
	const { runs, pass } = jobFrom(start, (last) => nextTimeOfDay(time, last, 'Europe/Berlin'))
	await pass(0)

	for (let minute = 0; minute < 38 * 60; minute += 15) await pass(15 * 60 * SECOND)

	expect(runs).toEqual(hours)
})

test('a run or a due time that fails is reported, and the job goes on', async () => {
	let fails = true
	const broken = () => {
		if (fails) throw new Error('the disk does not answer')
	}
	const { runs, failures, pass } = jobFrom(
		START,
		(last) => {
			broken()
			return everyFullHour(last)
		},
		async () => broken(),
	)
	await pass(0)
	expect(failures).toHaveLength(2)

	fails = false
	await pass(10 * SECOND, START + HOUR)
	await pass(10 * SECOND, START + 2 * HOUR)

	expect(runs).toEqual([0, 1, 2])
	expect(failures).toHaveLength(2)
})

test('a job without a due time sets no timer until it is rescheduled', async () => {
	const { clock, delays, pass } = testClock(START)
	let due: Date | null = null
	let runs = 0
	const run = async () => {
		due = null
		runs += 1
	}
	const job = recurringJob(clock, { next: () => due, run, failed: () => expect.unreachable() })
	await pass(0)
	expect(delays()).toEqual([])

	due = new Date(START + 5 * SECOND)
	job.reschedule()
	expect(delays()).toEqual([5 * SECOND])
	await pass(5 * SECOND)

	expect(runs).toBe(1)
	expect(delays()).toEqual([])
})

test('a stop aborts the run, waits for it and lets no other follow', async () => {
	const { promise, resolve } = Promise.withResolvers<void>()
	const signals: AbortSignal[] = []
	const { job, runs, delays, pass } = jobFrom(START, everyFullHour, (signal) => {
		signals.push(signal)
		return promise
	})
	let hasStopped = false
	const stop = job.stop().then(() => {
		hasStopped = true
	})
	await pass(0)
	expect([signals[0]?.aborted, hasStopped]).toEqual([true, false])

	resolve()
	await stop
	job.reschedule()
	await pass(HOUR)

	expect(runs).toEqual([0])
	expect(delays()).toEqual([])
})
