import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { AWARD_KEYS, type AwardKey, awardInWords, NAMED_MAX } from '#contract/receipts.ts'
import { runs } from '#db/testing/property-runs.ts'
import { awardsOf, namedTo, type Totals } from './awards.ts'

/** Small numbers of rides make ties common; very large ones make products that no longer fit into a float. */
const someRides = fc.oneof(
	{ weight: 4, arbitrary: fc.integer({ min: 1, max: 8 }) },
	{ weight: 1, arbitrary: fc.integer({ min: 1_000_000, max: 2_000_000 }) },
)
const totalsOf = (driverId: number): fc.Arbitrary<Totals> =>
	someRides.chain((rides) => {
		const some = fc.integer({ min: 0, max: rides })
		const starSum = fc.integer({ min: rides, max: 5 * rides })
		return fc.record({
			driverId: fc.constant(driverId),
			isGhost: fc.boolean(),
			rides: fc.constant(rides),
			starSum,
			smoothRides: some,
			safeRides: some,
			goodVibes: some,
		})
	})
const aGroup = fc.tuple(...Array.from({ length: 8 }, (_, nth) => fc.option(totalsOf(nth + 1)))).map(there)
function there(group: (Totals | null)[]): Totals[] {
	return group.flatMap((one) => one ?? [])
}
const byId = (group: readonly Totals[]) => new Map(group.map((one) => [one.driverId, one]))

/** A driver's figure for an award as an exact fraction of integers of any size. */
function measure(key: AwardKey, one: Totals, before: Totals | undefined): [bigint, bigint] | null {
	if (one.rides < 3) return null
	const [rides, stars] = [BigInt(one.rides), BigInt(one.starSum)]
	if (key === 'mostRidden') return [rides, 1n]
	if (key === 'smoothest') return [BigInt(one.smoothRides), rides]
	if (key === 'safest') return [BigInt(one.safeRides), rides]
	if (key === 'bestVibes') return [BigInt(one.goodVibes), rides]
	if (key === 'ghostOfTheMonth' && !one.isGhost) return null
	if (key !== 'mostImproved') return [stars, rides]
	if (!before || before.rides < 3) return null
	const ridesBefore = BigInt(before.rides)
	return [stars * ridesBefore - BigInt(before.starSum) * rides, rides * ridesBefore]
}

test('each award goes to all who have the most of it among those with fewer than two, and to nobody with fewer than three ratings [spec 14.19] [spec 15.21]', () => {
	fc.assert(
		fc.property(aGroup, aGroup, (group, before) => {
			const awards = awardsOf(group, byId(before))

			expect(awards.map(({ key }) => key)).toEqual(AWARD_KEYS.filter((key) => awards.some((one) => one.key === key)))
			const won: number[] = []
			for (const key of AWARD_KEYS) {
				const those = group.flatMap((one) => {
					if (won.filter((id) => id === one.driverId).length === 2) return []
					const by = measure(key, one, byId(before).get(one.driverId))
					return by ? [{ id: one.driverId, by }] : []
				})
				const isBest = ([a, b]: [bigint, bigint]) => those.every(({ by: [c, d] }) => a * d >= c * b)
				const best = those.filter(({ by }) => isBest(by))
				const award = awards.find((one) => one.key === key)
				if (!award) {
					// A share below half a percent would round to zero.
					for (const { by } of best) expect(200n * by[0]).toBeLessThan(by[1])
					continue
				}
				won.push(...award.winners)
				expect(award.winners).toEqual(best.map(({ id }) => id).toSorted((a, b) => a - b))
				const [above, below] = (best[0]?.by ?? [0n, 1n]).map(Number) as [number, number]
				const isShare = ['smoothest', 'safest', 'bestVibes'].includes(key)
				expect(award.figure).toBeGreaterThan(0)
				expect(award.figure).toBe(isShare ? Math.round((100 * above) / below) : above / below)
			}
		}),
		{ numRuns: runs(1000) },
	)
})

test('whoever has two awards is skipped for the next best, and an award without another candidate goes to nobody [spec 15.21]', () => {
	const driver = (driverId: number, rides: number, starSum: number, smoothRides: number): Totals => ({
		...{ driverId, rides, starSum, smoothRides, safeRides: smoothRides, goodVibes: smoothRides },
		isGhost: driverId === 1,
	})
	const wonBy = (...group: Totals[]) =>
		Object.fromEntries(awardsOf(group, new Map()).map(({ key, winners }) => [key, winners]))

	const [best, second, seldom] = [driver(1, 9, 45, 9), driver(2, 4, 16, 3), driver(3, 2, 10, 2)]
	expect(wonBy(best, second, seldom)).toEqual({
		driverOfTheMonth: [1],
		smoothest: [1],
		safest: [2],
		bestVibes: [2],
	})
	expect(wonBy(best, seldom)).toEqual({ driverOfTheMonth: [1], smoothest: [1] })
	expect(wonBy(best, { ...best, driverId: 4 }, second)).toMatchObject({ driverOfTheMonth: [1, 4], safest: [2] })
})

test('in whatever order drivers come, the awards are the same [spec 14.19]', () => {
	const shuffled = aGroup.chain((group) =>
		fc.record({
			group: fc.constant(group),
			other: fc.shuffledSubarray(group, { minLength: group.length, maxLength: group.length }),
		}),
	)
	fc.assert(
		fc.property(shuffled, aGroup, ({ group, other }, before) => {
			expect(awardsOf(other, byId(before))).toEqual(awardsOf(group, byId(before.toReversed())))
		}),
	)
})

test('who has the same shares and mean of many times the rides shares every award but the most ridden [spec 14.19]', () => {
	const timesOf = (one: Totals, driverId: number, times: number): Totals => ({
		driverId,
		isGhost: one.isGhost,
		rides: times * one.rides,
		starSum: times * one.starSum,
		smoothRides: times * one.smoothRides,
		safeRides: times * one.safeRides,
		goodVibes: times * one.goodVibes,
	})
	fc.assert(
		fc.property(totalsOf(1), totalsOf(1), fc.integer({ min: 2, max: 9 }), (one, before, times) => {
			fc.pre(one.rides >= 3 && before.rides >= 3)
			const group = [one, timesOf(one, 2, times)]

			const awards = awardsOf(group, byId([before, timesOf(before, 2, times)]))

			expect(awards.length).toBeGreaterThan(1)
			const hasMostRidden = awards.some(({ key }) => key === 'mostRidden')
			for (const { key, winners } of awards) {
				// By then the second has two.
				const shared = key === 'ghostOfTheMonth' && hasMostRidden ? [1] : [1, 2]
				expect(winners).toEqual(key === 'mostRidden' ? [2] : shared)
			}
		}),
	)
})

test('whom a member has hidden is left out for them, and the award stays; of too many so many are named, and oneself [spec 14.26]', () => {
	const ids = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 300 })
	fc.assert(
		fc.property(ids, ids, fc.integer({ min: 1, max: 400 }), (winners, hides, me) => {
			const hidden = new Set(hides.filter((id) => id !== me))
			const shown = winners.filter((id) => !hidden.has(id))

			const named = namedTo(me, hidden, winners)

			expect(named.length).toBe(Math.min(shown.length, NAMED_MAX))
			expect(new Set(shown)).toEqual(new Set([...shown, ...named]))
			expect(named.includes(me)).toBe(winners.includes(me))
			expect(namedTo(me, hidden, winners)).toEqual(named)
		}),
	)
})

test('an improvement too small to be printed is one by a hair', () => {
	expect([0.04, 0.05, 1.26].map((figure) => awardInWords({ key: 'mostImproved', figure }))).toEqual([
		'by a hair',
		'+0.1 stars',
		'+1.3 stars',
	])
})
