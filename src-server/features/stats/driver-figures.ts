import { type DriverKind, kindOf, type StarCounts, TREND_FROM } from '#contract/driver-kinds.ts'
import type { Queries } from '#server/queries.ts'
import type { StatsRow } from './stats.queries.ts'

/** How a driver's stars are spread; no row is a driver without ratings. */
export const starsOf = (row: StatsRow | undefined): StarCounts =>
	row ? [row.oneStar, row.twoStars, row.threeStars, row.fourStars, row.fiveStars] : [0, 0, 0, 0, 0]

/** The newest ratings are looked at only where they can count. */
export function driverKindOf({ stats }: Pick<Queries, 'stats'>, row: StatsRow | undefined): DriverKind {
	const { smoothRides = 0, safeRides = 0, goodVibes = 0 } = row ?? {}
	const newestFive = row && row.totalRides >= TREND_FROM ? stats.newestFiveStarsOf(row.driverId) : 0
	return kindOf({ stars: starsOf(row), smoothRides, safeRides, goodVibes, newestFive })
}
