import { isSameVerdict, verdictOf } from '#contract/impressions.ts'
import type { RatingChange } from '#contract/ratings.ts'
import { newRequestKey } from '#ui/features/ratings/request-key.ts'
import { isKeySpent, mayHaveArrived, type NewWaiting, type WaitingRating } from './waiting-rating.ts'

/**
 * A waiting rating, said anew. If it may have arrived, it keeps its key, and what it said before (deliver.ts): one ride counts
 * once. One that was certainly refused becomes a new one.
 */
export function saidAnew(now: WaitingRating, said: RatingChange, at: number): WaitingRating {
	const before = verdictOf(now.rating)
	const isSame = isSameVerdict(before, said)
	if (now.refusal === null && isSame) return now
	const madeAt = now.refusal === null ? now.madeAt : at
	const changed = { ...now, rating: { ...now.rating, ...said }, refusal: null, notBefore: 0, madeAt }
	if (mayHaveArrived(now)) return { ...changed, earlier: isSame ? now.earlier : [...now.earlier, before] }
	const needsNewKey = !isSame || isKeySpent(now)
	return { ...changed, key: needsNewKey ? newRequestKey() : now.key, earlier: [] }
}

/** One that was dropped and may be cancelled by now: what comes back is a rating of its own. */
export const asNew = (dropped: WaitingRating, at: number): NewWaiting & { place: number } => ({
	...dropped,
	key: newRequestKey(),
	earlier: [],
	refusal: null,
	notBefore: 0,
	madeAt: at,
})
