import { expect, test } from 'bun:test'
import { ALL_GOOD } from '#contract/impressions.ts'
import { BEAT_MS, showLengthMs } from '#contract/trips.ts'
import { betterOffset, offsetOf } from './trip-clock.ts'
import { positionAt, secondsUntil } from './trip-show.ts'

const slips = (count: number) => Array.from({ length: count }, () => ({ ...ALL_GOOD, starRating: 4 }))
const show = {
	drivers: [
		{ driverId: 7, slips: slips(3) },
		{ driverId: 8, slips: [] },
	],
}

test('a slip is torn open with each beat, driver by driver, each with their arrival and result [spec 15.9]', () => {
	const positions = Array.from({ length: 10 }, (_, beat) => positionAt(show, beat * BEAT_MS))
	expect(positions.map((position) => position && [position.driver, position.stage, position.torn])).toEqual([
		[0, 'arrival', 0],
		[0, 'slips', 1],
		[0, 'slips', 2],
		[0, 'slips', 3],
		[0, 'result', 3],
		[0, 'result', 3],
		[1, 'arrival', 0],
		[1, 'result', 0],
		[1, 'result', 0],
		null,
	])
	expect(showLengthMs(show)).toBe(9 * BEAT_MS)
})

test('a phone is where the others are at any time, waits for a start that is ahead, and is at the end after it [spec 15.9]', () => {
	expect(positionAt(show, 2.5 * BEAT_MS)).toMatchObject({ torn: 2, leftMs: BEAT_MS / 2 })
	expect(positionAt(show, 9 * BEAT_MS - 1)).toMatchObject({ driver: 1, leftMs: 1 })
	expect(positionAt(show, -300)).toMatchObject({ driver: 0, stage: 'arrival', leftMs: BEAT_MS + 300 })
	for (const late of [9 * BEAT_MS, 1e9, Number.POSITIVE_INFINITY]) expect(positionAt(show, late)).toBeNull()
	expect(positionAt({ drivers: [] }, 0)).toBeNull()
})

test('the last second is counted as one, and then none is left', () => {
	const opensAt = '2026-01-14T12:00:10.000Z'
	const at = Date.parse(opensAt)
	expect([10_000, 3001, 3000, 2999, 1, 0, -50].map((left) => secondsUntil(opensAt, at - left))).toEqual([
		10, 4, 3, 3, 1, 0, 0,
	])
})

test('a phone corrects its clock by half the round trip, and the most exact answer counts [spec 15.9]', () => {
	// The phone is 90 s ahead; the question took 400 ms and the answer 200 ms.
	const server = 1_000_000
	const slow = offsetOf({ now: server + 400, sentAt: server + 90_000, receivedAt: server + 90_600 })
	expect(slow).toEqual({ aheadMs: 89_900, withinMs: 300 })
	const quick = offsetOf({ now: server + 20, sentAt: server + 90_000, receivedAt: server + 90_040 })
	expect(quick).toEqual({ aheadMs: 90_000, withinMs: 20 })
	expect(betterOffset(slow, quick)).toBe(quick)
	expect(betterOffset(quick, slow)).toBe(quick)

	// The phone's clock was set right in between.
	const setRight = offsetOf({ now: server + 300, sentAt: server, receivedAt: server + 600 })
	expect(betterOffset(quick, setRight)).toBe(setRight)
})
