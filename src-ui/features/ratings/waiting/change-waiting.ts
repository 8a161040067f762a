import type { RatingChange } from '#contract/ratings.ts'
import { newRequestKey } from '#ui/features/ratings/request-key.ts'
import type { WaitingRating } from './waiting-rating.ts'

/** Its key belonged to another rating, or to one that was taken back: nothing can come of it any more. */
const KEY_IS_SPENT = [409, 410]

/**
 * A waiting rating, said anew. It may have reached the server although no answer came, so it keeps its key, and what it said
 * before (deliver.ts). One that was refused has certainly not: it becomes a new one.
 */
export function saidAnew(now: WaitingRating, said: RatingChange, at: number): WaitingRating {
	const { starRating, rideQuality, safetyFeeling, vibeQuality } = now.rating
	const before = { starRating, rideQuality, safetyFeeling, vibeQuality }
	const isSame = (Object.keys(before) as (keyof typeof before)[]).every((part) => before[part] === said[part])
	const changed = { ...now, rating: { ...now.rating, ...said }, refusal: null, notBefore: 0 }
	if (now.refusal === null) return isSame ? now : { ...changed, earlier: [...now.earlier, before] }
	const needsNewKey = !isSame || KEY_IS_SPENT.includes(now.refusal.status)
	return { ...changed, key: needsNewKey ? newRequestKey() : now.key, earlier: [], madeAt: at }
}
