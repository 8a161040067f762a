import type { UserId } from '#contract/ids.ts'
import { AWARD_KEYS, AWARDED_FROM, AWARDS, type AwardKey, NAMED_MAX } from '#contract/receipts.ts'
import { percentOf } from '#contract/stats.ts'

export type Totals = {
	driverId: UserId
	isGhost: boolean
	rides: number
	starSum: number
	smoothRides: number
	safeRides: number
	goodVibes: number
}

export type Won = { key: AwardKey; winners: UserId[]; figure: number }

/** An exact integer fraction, so that ties are found; `below` is never 0. */
type Fraction = readonly [above: number, below: number]

const stars = ({ starSum, rides }: Totals): Fraction => [starSum, rides]

const MEASURES: Record<AwardKey, (driver: Totals, before: Totals | undefined) => Fraction | null> = {
	driverOfTheMonth: stars,
	smoothest: ({ smoothRides, rides }) => [smoothRides, rides],
	safest: ({ safeRides, rides }) => [safeRides, rides],
	bestVibes: ({ goodVibes, rides }) => [goodVibes, rides],
	mostImproved: ({ starSum, rides }, before) =>
		before && before.rides >= AWARDED_FROM
			? [starSum * before.rides - before.starSum * rides, rides * before.rides]
			: null,
	mostRidden: ({ rides }) => [rides, 1],
	ghostOfTheMonth: (driver) => (driver.isGhost ? stars(driver) : null),
}

const AWARDS_MAX = 2

/**
 * `before` holds the totals of the previous month or year. Awards are given in their order; whoever has two already is
 * skipped, for the next best. An award is omitted if its best figure is 0 or less.
 */
export function awardsOf(drivers: Iterable<Totals>, before: ReadonlyMap<UserId, Totals>): Won[] {
	const those = [...drivers].filter(({ rides }) => rides >= AWARDED_FROM).toSorted((a, b) => a.driverId - b.driverId)
	const counts = new Map<UserId, number>()
	return AWARD_KEYS.flatMap((key) => {
		let best: Fraction | null = null
		let winners: UserId[] = []
		for (const driver of those) {
			if (counts.get(driver.driverId) === AWARDS_MAX) continue
			const measured = MEASURES[key](driver, before.get(driver.driverId))
			if (!measured) continue
			const by = best ? difference(measured, best) : 1
			if (by > 0) winners = []
			if (by >= 0) winners.push(driver.driverId)
			if (by > 0) best = measured
		}
		const figure = best ? figureOf(key, best) : 0
		if (figure <= 0) return []
		for (const winner of winners) counts.set(winner, (counts.get(winner) ?? 0) + 1)
		return [{ key, winners, figure }]
	})
}

const figureOf = (key: AwardKey, [above, below]: Fraction) =>
	AWARDS[key].figure === 'percent' ? percentOf(above, below) : above / below

function difference([a, b]: Fraction, [c, d]: Fraction): number {
	const [one, other] = [a * d, c * b]
	if (Number.isSafeInteger(one) && Number.isSafeInteger(other)) return one - other
	return Number(BigInt(a) * BigInt(d) - BigInt(c) * BigInt(b))
}

export function namedTo(me: UserId, hidden: ReadonlySet<UserId>, winners: readonly UserId[]): UserId[] {
	const shown = winners.filter((id) => !hidden.has(id))
	if (shown.length <= NAMED_MAX) return shown
	return shown.toSorted((a, b) => Number(b === me) - Number(a === me)).slice(0, NAMED_MAX)
}
