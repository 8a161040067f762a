import { expect, test } from 'bun:test'
import { bestOfTrip } from './trips.ts'

const RESULT = { verdicts: 3, smooth: null, safe: null, goodVibes: null }

test.each<[what: string, means: (number | null)[], best: number[]]>([
	['the best mean is the driver of the trip', [3, 4, null], [1]],
	['drivers who drove equally well share it', [4, null, 4], [0, 2]],
	['with too few voices nobody has it', [null, null], []],
	['without drivers nobody has it', [], []],
])('%s', (_what, means, best) => {
	expect(bestOfTrip(means.map((averageStar, driverId) => ({ ...RESULT, driverId, averageStar })))).toEqual(best)
})
