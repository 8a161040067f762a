import * as v from 'valibot'
import { UserId } from '#contract/ids.ts'
import { IdempotencyKey, RatingChange, Stars } from '#contract/ratings.ts'

/** A RatingChange with nothing left out. */
const Said = v.object({ ...RatingChange.entries, starRating: Stars })

/** A rating that was given without network, as the browser keeps it until the server has it. */
export const WaitingRating = v.object({
	/** In the line; the browser's database counts them. */
	place: v.number(),
	key: IdempotencyKey,
	/** By whom it was said, whoever uses this browser later. */
	rating: v.object({ driverId: UserId, raterId: UserId, ...Said.entries }),
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
export const isKeySpent = ({ refusal }: Pick<WaitingRating, 'refusal'>) =>
	refusal?.status === 409 || refusal?.status === 410

/**
 * Whether it may have reached the server although no answer came. One that was refused has not, unless that was only not
 * asked for again after 30 days, or an earlier version of it was sent before.
 */
export const mayHaveArrived = ({ refusal, earlier }: Pick<WaitingRating, 'refusal' | 'earlier'>): boolean =>
	refusal === null || (!isKeySpent({ refusal }) && (refusal.status === 0 || earlier.length > 0))

/** 'Uncle Bob, 3 stars' */
export const inWords = ({ driverName, rating }: Pick<WaitingRating, 'driverName' | 'rating'>) =>
	`${driverName}, ${rating.starRating} ${rating.starRating === 1 ? 'star' : 'stars'}`
