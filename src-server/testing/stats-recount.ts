import { COUNT_KEYS } from '#contract/impressions.ts'
import type { Database } from '#db/database.ts'
import { RATING_STATE } from '#db/rating-state.ts'
import { driverMonths, driverStats, ratings } from '#db/schema.ts'
import { recountImpressions } from '#db/testing/a-verdict.ts'

type Counts = Record<string, number>

/** The columns that the monthly figures share with a driver's totals. */
const OF_A_MONTH = [
	'oneStar',
	'twoStars',
	'threeStars',
	'fourStars',
	'fiveStars',
	'smoothRides',
	'safeRides',
	'goodVibes',
]

/**
 * The figures that the triggers maintain for each driver, in all and by month, and the same figures recounted from
 * every verdict. Drivers without ratings are omitted.
 */
export function keptAndRecounted({ orm }: Database) {
	const counted = new Map<string, Counts>()
	const count = (key: string, what: string[], starRating: number) => {
		const counts = counted.get(key) ?? {}
		for (const name of what) counts[name] = (counts[name] ?? 0) + 1
		counts.starSum = (counts.starSum ?? 0) + starRating
		counted.set(key, counts)
	}
	for (const { driverId, starRating, state, createdAt, ...row } of orm.select().from(ratings).all()) {
		if (state !== RATING_STATE.verdict) continue
		const stars = ['oneStar', 'twoStars', 'threeStars', 'fourStars', 'fiveStars'][starRating - 1] ?? ''
		const impressions = COUNT_KEYS.filter((name) => recountImpressions([row])[name] === 1)
		const what = [stars, ...impressions]
		count(`${driverId}`, ['totalRides', ...what], starRating)
		const inMonth = ['rides', ...what.filter((name) => OF_A_MONTH.includes(name))]
		count(`${createdAt.toISOString().slice(0, 7)} ${driverId}`, inMonth, starRating)
	}
	const withoutZeros = (counts: Counts) => Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0))
	const inAll = orm
		.select()
		.from(driverStats)
		.all()
		.filter(({ totalRides }) => totalRides !== 0)
		.map(({ driverId, ...stats }) => [`${driverId}`, withoutZeros(stats)])
	const byMonth = orm
		.select()
		.from(driverMonths)
		.all()
		.map(({ month, driverId, ...sums }) => [`${month} ${driverId}`, withoutZeros(sums)])
	return { kept: Object.fromEntries([...inAll, ...byMonth]), recounted: Object.fromEntries(counted) }
}
