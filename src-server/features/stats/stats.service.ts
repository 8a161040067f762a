import type { UserId } from '#contract/ids.ts'
import { COUNT_KEYS, forEachOf, IMPRESSION_KEYS, IMPRESSIONS, type Impression } from '#contract/impressions.ts'
import { type Average, type Category, type DriverStats, getAverage, getStats } from '#contract/stats.ts'
import { optionalWrite } from '#db/file/optional-write.ts'
import type { Context } from '#server/context.ts'
import { type Feature, keptRoute } from '#server/http/calls/route.ts'
import { notFound } from '#server/http/problems.ts'
import { driverKindOf, starsOf } from './driver-figures.ts'
import type { StatsRow } from './stats.queries.ts'

type GoodCount = Impression['counts'][0]

export function statsService({ db, queries, clock }: Context) {
	const rowOf = (id: UserId | null): StatsRow | undefined => {
		const driver = id === null ? undefined : queries.users.driverOrClaimer(id)
		if (!driver) throw notFound('driver_not_found')
		return queries.stats.statsOf(driver.id)
	}
	return {
		averageOf: (id: UserId | null): Average => ({ average: meanStars(rowOf(id)) }),
		statsOf(id: UserId | null): DriverStats {
			const row = rowOf(id)
			const counts = {
				totalRides: row?.totalRides ?? 0,
				...forEachOf(COUNT_KEYS, (key) => row?.[key] ?? 0),
			}
			return {
				...counts,
				averageStar: meanStars(row),
				...bestAndWorst(counts),
				kind: driverKindOf(queries, row),
				stars: starsOf(row),
			}
		},
		/** For the member's own glovebox; nobody else reads it. */
		noteKindSeen(me: UserId) {
			const kind = driverKindOf(queries, queries.stats.statsOf(me))
			if (queries.stats.kindsSeenBy(me).some((seen) => seen.kind === kind)) return
			optionalWrite(db, () => queries.stats.insertKindSeen(me, kind, clock.now()))
		},
	}
}

export function statsFeature(context: Context): Feature {
	const stats = statsService(context)
	return {
		routes: [
			keptRoute(getStats, ({ params }) => stats.statsOf(params.id), {
				noteReader: (reader, { id }) => {
					if (reader !== null && reader === id) stats.noteKindSeen(reader)
				},
			}),
			keptRoute(getAverage, ({ params }) => stats.averageOf(params.id)),
		],
	}
}

const meanStars = (row: StatsRow | undefined): number => (row?.totalRides ? row.starSum / row.totalRides : 0)

/** In a tie, the first category of the table wins. */
export function bestAndWorst(counts: Pick<DriverStats, GoodCount>): {
	bestCategory: Category
	worstCategory: Category
} {
	const shares = IMPRESSION_KEYS.map((key): [Category, number] => {
		const {
			category,
			counts: [good],
		} = IMPRESSIONS[key]
		return [category, counts[good]]
	})
	if (shares.every(([, share]) => share === 0)) return { bestCategory: 'none', worstCategory: 'none' }
	const [bestCategory] = shares.reduce((best, share) => (share[1] > best[1] ? share : best))
	const [worstCategory] = shares.reduce((worst, share) => (share[1] < worst[1] ? share : worst))
	return { bestCategory, worstCategory }
}
