import { COUNT_KEYS } from '#contract/impressions.ts'
import type { Database } from '#db/database.ts'
import { RATING_STATE } from '#db/rating-state.ts'
import { driverStats, ratings } from '#db/schema.ts'
import { recountImpressions } from '#db/testing/a-verdict.ts'

/** What the triggers kept, and what recounting every verdict gives. Drivers without ratings are left out. */
export function keptAndRecounted({ orm }: Database) {
	const counted = new Map<number, Record<string, number>>()
	for (const { driverId, starRating, state, ...row } of orm.select().from(ratings).all()) {
		if (state !== RATING_STATE.verdict) continue
		const stats = counted.get(driverId) ?? {}
		const stars = ['oneStar', 'twoStars', 'threeStars', 'fourStars', 'fiveStars'][starRating - 1] ?? ''
		const impressions = COUNT_KEYS.filter((name) => recountImpressions([row])[name] === 1)
		for (const name of ['totalRides', stars, ...impressions]) stats[name] = (stats[name] ?? 0) + 1
		stats.starSum = (stats.starSum ?? 0) + starRating
		counted.set(driverId, stats)
	}
	const kept = orm
		.select()
		.from(driverStats)
		.all()
		.filter(({ totalRides }) => totalRides !== 0)
		.map(({ driverId, ...stats }) => [
			driverId,
			Object.fromEntries(Object.entries(stats).filter(([, count]) => count !== 0)),
		])
	return { kept: Object.fromEntries(kept), recounted: Object.fromEntries(counted) }
}
