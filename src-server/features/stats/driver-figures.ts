import { type DriverKind, kindOf, type StarCounts, TREND_FROM } from '#contract/driver-kinds.ts'
import type { Queries } from '#server/queries.ts'
import type { StatsRow } from './stats.queries.ts'

type Figures = Pick<
	StatsRow,
	| 'totalRides'
	| 'oneStar'
	| 'twoStars'
	| 'threeStars'
	| 'fourStars'
	| 'fiveStars'
	| 'smoothRides'
	| 'safeRides'
	| 'goodVibes'
>

export const starsOf = (row: Figures | undefined): StarCounts =>
	row ? [row.oneStar, row.twoStars, row.threeStars, row.fourStars, row.fiveStars] : [0, 0, 0, 0, 0]

export function kindOfRides(row: Figures | undefined, newestFiveStars: () => number): DriverKind {
	const { smoothRides = 0, safeRides = 0, goodVibes = 0 } = row ?? {}
	const newestFive = row && row.totalRides >= TREND_FROM ? newestFiveStars() : 0
	return kindOf({ stars: starsOf(row), smoothRides, safeRides, goodVibes, newestFive })
}

export const driverKindOf = ({ stats }: Pick<Queries, 'stats'>, row: StatsRow | undefined): DriverKind =>
	kindOfRides(row, () => (row ? stats.newestFiveStarsOf(row.driverId) : 0))
