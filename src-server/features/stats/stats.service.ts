import type { UserId } from '#contract/ids.ts'
import type { Average, Category, DriverStats } from '#contract/stats.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/http/problems.ts'
import type { StatsRow } from './stats.queries.ts'

export type StatsService = ReturnType<typeof statsService>

export function statsService({ queries }: Context) {
	const rowOf = (id: UserId | null): StatsRow | undefined => {
		const driver = id === null ? undefined : queries.users.driverOrClaimer(id)
		if (!driver) throw notFound('Driver not found')
		return queries.stats.statsOf(driver.id)
	}
	return {
		averageOf: (id: UserId | null): Average => ({ average: meanStars(rowOf(id)) }),
		statsOf(id: UserId | null): DriverStats {
			const row = rowOf(id)
			const counts = {
				totalRides: row?.totalRides ?? 0,
				smoothRides: row?.smoothRides ?? 0,
				bumpyRides: row?.bumpyRides ?? 0,
				safeRides: row?.safeRides ?? 0,
				unsafeRides: row?.unsafeRides ?? 0,
				goodVibes: row?.goodVibes ?? 0,
				offVibes: row?.offVibes ?? 0,
			}
			return { ...counts, averageStar: meanStars(row), ...bestAndWorst(counts) }
		},
	}
}

const meanStars = (row: StatsRow | undefined): number => (row?.totalRides ? row.starSum / row.totalRides : 0)

/** By share of rides; in a tie the first of smooth, safe, vibes; 'none' when every share is zero. */
export function bestAndWorst(counts: Pick<DriverStats, 'smoothRides' | 'safeRides' | 'goodVibes'>): {
	bestCategory: Category
	worstCategory: Category
} {
	// All shares have the same denominator, so the counts compare like the shares.
	const shares: [Category, number][] = [
		['smooth', counts.smoothRides],
		['safe', counts.safeRides],
		['vibes', counts.goodVibes],
	]
	if (shares.every(([, share]) => share === 0)) return { bestCategory: 'none', worstCategory: 'none' }
	const [bestCategory] = shares.reduce((best, share) => (share[1] > best[1] ? share : best))
	const [worstCategory] = shares.reduce((worst, share) => (share[1] < worst[1] ? share : worst))
	return { bestCategory, worstCategory }
}
