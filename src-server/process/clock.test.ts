import { expect, test } from 'bun:test'
import { Refusal } from '#server/http/problems.ts'
import { delayedJobs, type Schedule, systemClock } from './clock.ts'

function jobsOn(schedule: Schedule, atMost = 3) {
	const done: string[] = []
	const jobs = delayedJobs({
		run: (job: string) => done.push(job),
		pauseMs: { from: 5, to: 25 },
		atMost,
		schedule,
	})
	return { jobs, done }
}

function standingClock() {
	const timers: { run: () => void; ms: number; isOff: boolean }[] = []
	const schedule: Schedule = (run, ms) => {
		const timer = { run, ms, isOff: false }
		timers.push(timer)
		return {
			cancel: () => {
				timer.isOff = true
			},
		}
	}
	return { timers, schedule }
}

test('a job waits a while, by the real clock too', async () => {
	const { promise, resolve } = Promise.withResolvers<void>()
	const jobs = delayedJobs({ run: resolve, pauseMs: { from: 5, to: 6 }, atMost: 1, schedule: systemClock.schedule })
	const since = performance.now()

	jobs.add()
	await promise

	expect(performance.now() - since).toBeGreaterThan(4)
})

test('no two wait alike, and none longer or shorter than it may [T8]', () => {
	const { timers, schedule } = standingClock()
	const { jobs } = jobsOn(schedule, 1000)

	for (let i = 0; i < 1000; i++) jobs.add('a message')

	const pauses = new Set(timers.map(({ ms }) => ms))
	expect([...pauses].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => 5 + i))
})

test('a flood fills no memory: beyond the limit everybody is told to come back, until one is done', () => {
	const { timers, schedule } = standingClock()
	const { jobs, done } = jobsOn(schedule)
	for (const job of ['one', 'two', 'three']) jobs.add(job)

	expect(() => jobs.add('four')).toThrow(Refusal)
	expect(timers).toHaveLength(3)
	timers[1]?.run()
	jobs.add('five')

	expect(done).toEqual(['two'])
	expect(() => jobs.add('six')).toThrow('busy')
})

test('before a stop all are done at once, the oldest first, and none of them twice', () => {
	const { timers, schedule } = standingClock()
	const { jobs, done } = jobsOn(schedule)
	for (const job of ['one', 'two', 'three']) jobs.add(job)
	timers[0]?.run()

	jobs.runAll()
	expect(timers.map(({ isOff }) => isOff)).toEqual([false, true, true])
	for (const { run } of timers) run()
	jobs.runAll()

	expect(done).toEqual(['one', 'two', 'three'])
})
