import { expect, test } from 'bun:test'
import { restartPolicy } from './start-rules.ts'

/** A restart policy and its clock. */
function policy() {
	let now = 1_000_000
	const { afterEnd, forget } = restartPolicy({ now: () => now })
	return {
		forget,
		/** The server ends, and the clock advances by the policy's pause. */
		end: () => {
			const wait = afterEnd()
			now += wait ?? 0
			return wait
		},
		runFor: (ms: number) => {
			now += ms
		},
	}
}

test('it is restarted after half a second, two and eight; the fourth end within a minute is the last', () => {
	const { end, runFor } = policy()

	const waits = Array.from({ length: 5 }, () => {
		runFor(1000)
		return end()
	})

	expect(waits).toEqual([500, 2000, 8000, null, null])
})

test('a server that ran well for a minute has all its restarts again', () => {
	const { end, runFor } = policy()
	for (let n = 0; n < 3; n++) end()

	runFor(60_000)

	expect([end(), end(), end(), end()]).toEqual([500, 2000, 8000, null])
})

test('there are never more than three restarts within any minute, however the ends are spread', () => {
	const { end, runFor } = policy()
	let now = 0
	const restarts: number[] = []
	for (let n = 0; n < 200; n++) {
		const run = (n * 7919) % 40_000
		runFor(run)
		now += run
		const wait = end()
		if (wait === null) continue
		now += wait
		restarts.push(now)
	}

	expect(restarts.length).toBeGreaterThan(30)
	for (const [n, at] of restarts.entries()) expect(at - (restarts[n - 3] ?? -60_000)).toBeGreaterThanOrEqual(60_000)
})

test('a person who asks gives it all its restarts back', () => {
	const { end, forget } = policy()
	for (let n = 0; n < 4; n++) end()

	forget()

	expect(end()).toBe(500)
})
