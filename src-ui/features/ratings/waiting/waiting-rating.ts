import * as v from 'valibot'
import { UserId } from '#contract/ids.ts'
import { isSameVerdict, verdictOf } from '#contract/impressions.ts'
import { Delivery, IdempotencyKey, RatingChange, Stars } from '#contract/ratings.ts'
import { newRequestKey, OnTrip, tripOf } from '#ui/features/ratings/send-rating.ts'

/** A RatingChange with nothing left out. */
const Said = v.object({ ...RatingChange.entries, starRating: Stars })

/** A rating that was given without network, as the browser keeps it until the server has it. */
export const WaitingRating = v.object({
	/** In the line; the browser's database counts them. */
	place: v.number(),
	key: IdempotencyKey,
	/** By whom it was said, whoever uses this browser later. */
	rating: v.object({
		driverId: UserId,
		raterId: UserId,
		...Said.entries,
		// An older version of the app passes over what is on a trip, as it does not know this.
		delivery: v.optional(v.union([Delivery, OnTrip])),
	}),
	driverName: v.string(),
	madeAt: v.number(),
	/** What it said before it was changed here: one of these may have reached the server, its answer lost. */
	earlier: v.array(Said),
	/** It is not sent before this moment, because the server said so. */
	notBefore: v.number(),
	/** The server's words, once it has said no; status 0 if it was never asked. */
	refusal: v.nullable(v.object({ status: v.number(), message: v.string() })),
})
export type WaitingRating = v.InferOutput<typeof WaitingRating>
export type NewWaiting = Omit<WaitingRating, 'place'>

/**
 * A waiting rating that was dropped. It may have reached the server, so its key is cancelled there. It lies among the ratings,
 * where an older version of the app passes it over.
 */
export const WaitingDrop = v.object({
	place: v.number(),
	dropped: v.object({ key: IdempotencyKey, raterId: UserId }),
	driverName: v.string(),
	madeAt: v.number(),
	notBefore: v.number(),
	/** The server may know of it: the rating cannot come back under its key any more. */
	isAsked: v.boolean(),
})
export type WaitingDrop = v.InferOutput<typeof WaitingDrop>

/** Its key belonged to another rating, or to one that was taken back: nothing can come of it any more. */
const isKeySpent = ({ refusal }: Pick<WaitingRating, 'refusal'>) => refusal?.status === 409 || refusal?.status === 410

/**
 * Whether it may have reached the server although no answer came. One that was refused has not, unless that was only not
 * asked for again after 30 days, or an earlier version of it was sent before. On a trip it does not matter: no key saves it, and
 * what is sent again says it anew.
 */
export const mayHaveArrived = ({
	rating,
	refusal,
	earlier,
}: Pick<WaitingRating, 'rating' | 'refusal' | 'earlier'>): boolean =>
	tripOf(rating) === null &&
	(refusal === null || (!isKeySpent({ refusal }) && (refusal.status === 0 || earlier.length > 0)))

/** Of these each rater has one line: what was given earlier is sent earlier. On a trip it is one verdict, said anew. */
export const lineOf = (rating: Pick<WaitingRating['rating'], 'driverId' | 'raterId' | 'delivery'>): string =>
	[rating.raterId, rating.driverId, tripOf(rating) ?? ''].join(' ')

/** 'Uncle Bob, 3 stars' */
export const inWords = ({ driverName, rating }: Pick<WaitingRating, 'driverName' | 'rating'>) =>
	`${driverName}, ${rating.starRating} ${rating.starRating === 1 ? 'star' : 'stars'}`

/**
 * A waiting rating, said anew. If it may have arrived, it keeps its key, and what it said before (deliver.ts): one ride counts
 * once. One that was certainly refused becomes a new one.
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

/** One that was dropped and may be cancelled by now: what comes back is a rating of its own. */
export const asNew = (dropped: WaitingRating, at: number): NewWaiting & { place: number } => ({
	...dropped,
	key: newRequestKey(),
	earlier: [],
	refusal: null,
	notBefore: 0,
	madeAt: at,
})
