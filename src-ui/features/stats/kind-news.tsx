import { useQuery } from '@tanstack/react-query'
import type { VisibleUser } from '#contract/accounts.ts'
import { type DriverKind, kindOf, type StarCounts } from '#contract/driver-kinds.ts'
import { IMPRESSION_KEYS, IMPRESSIONS } from '#contract/impressions.ts'
import type { DriverRating, RatingImpressions } from '#contract/ratings.ts'
import type { DriverStats } from '#contract/stats.ts'
import { t } from '#contract/text.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { KindStamp } from './kind-stamp.tsx'
import { driverStats, newestRatings } from './stats.api.ts'

/** Before that, nearly every ride changes the kind. */
const ANNOUNCED_FROM = 3

export type KindNewsProps = { driver: VisibleUser; rating: RatingImpressions }

/** 'Uncle Bob is now The Comeback', if this rating changed the driver's kind. */
export function KindNews({ driver, rating }: KindNewsProps) {
	const stats = useQuery(driverStats(driver.id))
	const newest = useQuery(newestRatings(driver.id))
	if (stats.isFetching || newest.isFetching || !stats.data || !newest.data) return null
	if (stats.data.totalRides < ANNOUNCED_FROM) return null
	if (kindWithout(rating, stats.data, newest.data) === stats.data.kind) return null
	return (
		<div className="mt-4 flex flex-col items-center gap-3 text-center">
			<p className="wrap-anywhere">
				{/* Translators: below it a stamp says what: 'The Comeback' */}
				{t('{driver} is now', { driver: nameOf(driver) })}
				<span className="sr-only"> </span>
			</p>
			<KindStamp kind={stats.data.kind} isNamed={false} />
		</div>
	)
}

/**
 * The driver's kind without this rating. `newest` is newest first and has at least six ratings if there are that many.
 */
export function kindWithout(
	rating: RatingImpressions,
	stats: DriverStats,
	newest: readonly DriverRating[],
): DriverKind {
	const others = { ...stats }
	for (const key of IMPRESSION_KEYS) {
		const { values, counts } = IMPRESSIONS[key]
		others[counts[rating[key] === values[0] ? 0 : 1]] -= 1
	}
	return kindOf({
		...others,
		stars: stats.stars.map((count, at) => (at + 1 === rating.starRating ? count - 1 : count)) as StarCounts,
		newestFive: newest
			.filter(({ id }) => id !== rating.id)
			.slice(0, 5)
			.reduce((sum, { starRating }) => sum + starRating, 0),
	})
}
