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

/** 'Uncle Bob, 3 stars' */
export const inWords = ({ driverName, rating }: Pick<WaitingRating, 'driverName' | 'rating'>) =>
	`${driverName}, ${rating.starRating} ${rating.starRating === 1 ? 'star' : 'stars'}`
