import * as v from 'valibot'
import { UserId } from '#contract/ids.ts'
import { isSameVerdict, verdictOf } from '#contract/impressions.ts'
import { Problem } from '#contract/problems.ts'
import { Delivery, IdempotencyKey, RatingChange, Stars } from '#contract/ratings.ts'
import { newRequestKey, OnTrip, tripOf } from '#ui/features/ratings/send-rating.ts'

const Said = v.object({ ...RatingChange.entries, starRating: Stars })

export const WaitingRating = v.object({
	/** Auto-incremented key, which is also the position in the queue. */
	place: v.number(),
	key: IdempotencyKey,
	/** The rater at the time, even if another person uses this browser later. */
	rating: v.object({
		driverId: UserId,
		raterId: UserId,
		...Said.entries,
		// Older versions of the app do not know trips and skip these.
		delivery: v.optional(v.union([Delivery, OnTrip])),
	}),
	driverName: v.string(),
	madeAt: v.number(),
	/** Versions before edits. Each may have reached the server even though its response was lost. */
	earlier: v.array(Said),
	/** Time from the Retry-After header, before which it is not sent again. */
	notBefore: v.number(),
	/**
	 * The server's English words once it refused, or our own (`refusalInWords` translates both); status 0 if the rating was
	 * never sent. Older versions kept no reason.
	 */
	refusal: v.nullable(
		v.object({
			status: v.number(),
			message: v.string(),
			reason: Problem.entries.reason,
			params: Problem.entries.params,
		}),
	),
})
export type WaitingRating = v.InferOutput<typeof WaitingRating>
export type NewWaiting = Omit<WaitingRating, 'place'>

/**
 * A dropped rating whose key is cancelled on the server in case it arrived. It shares the store with ratings, where
 * older versions of the app skip it.
 */
export const WaitingDrop = v.object({
	place: v.number(),
	dropped: v.object({ key: IdempotencyKey, raterId: UserId }),
	driverName: v.string(),
	madeAt: v.number(),
	notBefore: v.number(),
	/** True once a cancel may have been sent, so the rating cannot come back under this key. */
	isAsked: v.boolean(),
})
export type WaitingDrop = v.InferOutput<typeof WaitingDrop>

/** The key belonged to another rating or to a deleted one, so the server will never accept it. */
const isKeySpent = ({ refusal }: Pick<WaitingRating, 'refusal'>) => refusal?.status === 409 || refusal?.status === 410

/**
 * True if the rating may have reached the server without a response. A refused rating has not, unless it only expired
 * after 30 days or an earlier version was sent. Trip verdicts need no key: resending them is idempotent.
 */
export const mayHaveArrived = ({
	rating,
	refusal,
	earlier,
}: Pick<WaitingRating, 'rating' | 'refusal' | 'earlier'>): boolean =>
	tripOf(rating) === null &&
	(refusal === null || (!isKeySpent({ refusal }) && (refusal.status === 0 || earlier.length > 0)))

/** Ratings of one line are sent in order: one line per rater and driver, or per rater, driver and trip. */
export const lineOf = (rating: Pick<WaitingRating['rating'], 'driverId' | 'raterId' | 'delivery'>): string =>
	[rating.raterId, rating.driverId, tripOf(rating) ?? ''].join(' ')

/**
 * If the rating may have arrived, it keeps its key and earlier versions (see deliver.ts), so that one ride counts once.
 * A refused rating becomes a new one.
 */
export function edited(now: WaitingRating, said: RatingChange, at: number): WaitingRating {
	const before = verdictOf(now.rating)
	const isSame = isSameVerdict(before, said)
	if (now.refusal === null && isSame) return now
	const madeAt = now.refusal === null ? now.madeAt : at
	const changed = { ...now, rating: { ...now.rating, ...said }, refusal: null, notBefore: 0, madeAt }
	if (mayHaveArrived(now)) return { ...changed, earlier: isSame ? now.earlier : [...now.earlier, before] }
	const needsNewKey = !isSame || isKeySpent(now)
	return { ...changed, key: needsNewKey ? newRequestKey() : now.key, earlier: [] }
}

/** A dropped rating may have been cancelled, so restoring it needs a new key. */
export const asNew = (dropped: WaitingRating, at: number): NewWaiting & { place: number } => ({
	...dropped,
	key: newRequestKey(),
	earlier: [],
	refusal: null,
	notBefore: 0,
	madeAt: at,
})
