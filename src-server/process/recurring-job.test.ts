import { expect, test } from 'bun:test'
import { recurringJob } from './recurring-job.ts'

const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 5, 15, 12)

/** A job that is due at every full hour, on a wall clock and timers that do not go together. */
function hourly() {
	let wall = START
	const timers = new Set<{ run: () => void; ms: number }>()
	const clock = {
		now: () => new Date(wall),
		schedule: (run: () => void, ms: number) => {
			const timer = { run, ms }
			timers.add(timer)
			return { cancel: () => timers.delete(timer) }
		},
	}
	let runs = 0
	const job = recurringJob(clock, {
		next: (last) => new Date(last === null ? wall : Math.floor(last.getTime() / HOUR_MS + 1) * HOUR_MS),
		run: async () => {
			runs += 1
		},
	})
	/** The next timer ends; the wall clock says this then. */
	const timerEndsAt = async (at: number) => {
		await Bun.sleep(0)
		wall = at
		const [timer] = timers
		if (timer && timers.delete(timer)) timer.run()
		await Bun.sleep(0)
		return timer?.ms
	}
	return { job, timers, timerEndsAt, runs: () => runs }
}

test('a job that is due at the start runs at once, and then when it is due', async () => {
	const { runs, timerEndsAt } = hourly()
	expect(runs()).toBe(1)

	expect(await timerEndsAt(START + 10_000)).toBe(10_000)
	expect(runs()).toBe(1)
	await timerEndsAt(START + HOUR_MS)
	expect(runs()).toBe(2)
})

test('a machine that slept past the time runs it within ten seconds of being awake [B29]', async () => {
	const { runs, timerEndsAt } = hourly()

	expect(await timerEndsAt(START + 5.5 * HOUR_MS)).toBe(10_000)
	expect(runs()).toBe(2)
	expect(await timerEndsAt(START + 5.5 * HOUR_MS + 10_000)).toBe(10_000)
	expect(runs()).toBe(2)
})

test('a clock that was a year ahead puts it off for ten seconds, not for a year [B29] [B13]', async () => {
	const { runs, timerEndsAt } = hourly()
	await timerEndsAt(START + 365 * 24 * HOUR_MS)
	expect(runs()).toBe(2)

	await timerEndsAt(START + 1000)
	expect(runs()).toBe(3)
	await timerEndsAt(START + HOUR_MS)
	expect(runs()).toBe(4)
})

test('just before its time it waits no longer than until then', async () => {
	const { timerEndsAt, timers } = hourly()

	await timerEndsAt(START + HOUR_MS - 400)

	expect([...timers].map(({ ms }) => ms)).toEqual([400])
})

test('after a stop it runs no more', async () => {
	const { job, timers } = hourly()
	await job.stop()

	expect(timers.size).toBe(0)
})
