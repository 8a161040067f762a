import * as v from 'valibot'
import { Day, Moment, RatingId, UserId } from './ids.ts'

export const RideQuality = v.picklist(['smooth', 'bumpy'])
export type RideQuality = v.InferOutput<typeof RideQuality>

export const SafetyFeeling = v.picklist(['safe', 'unsafe'])
export type SafetyFeeling = v.InferOutput<typeof SafetyFeeling>

export const VibeQuality = v.picklist(['good', 'off'])
export type VibeQuality = v.InferOutput<typeof VibeQuality>

const STAR_MESSAGE = 'Please provide a star rating'
export const Stars = v.pipe(v.number(STAR_MESSAGE), v.integer(), v.minValue(1, STAR_MESSAGE), v.maxValue(5))

const impressions = { rideQuality: RideQuality, safetyFeeling: SafetyFeeling, vibeQuality: VibeQuality }

/** `POST /api/ratings`. `raterId` asserts who is speaking; absent or 1 without a session means a guest. */
export const NewRating = v.object({
	driverId: UserId,
	raterId: v.optional(UserId),
	...impressions,
	// No stars at all count as none given, which has the better message.
	starRating: v.optional(Stars, 0),
	isPlaceholder: v.optional(v.boolean()),
})
export type NewRating = v.InferOutput<typeof NewRating>

/** A rating as its rater sees it. The ids travel in both of the spec's spellings. */
export const OwnRating = v.object({
	id: RatingId,
	raterId: UserId,
	rater_id: UserId,
	driverId: UserId,
	driver_id: UserId,
	...impressions,
	starRating: Stars,
	createdAt: Moment,
})
export type OwnRating = v.InferOutput<typeof OwnRating>

/** `GET /api/ratings/{id}`, for its rater and its driver. */
export const RatingImpressions = v.object({ id: RatingId, ...impressions, starRating: Stars })
export type RatingImpressions = v.InferOutput<typeof RatingImpressions>

/** A rating as everybody sees it: who gave it, and the time of day, stay the rater's own business. */
export const DriverRating = v.object({ id: RatingId, ...impressions, starRating: Stars, createdAt: Day })
export type DriverRating = v.InferOutput<typeof DriverRating>

/**
 * `?limit` (1 to 500, default 100; nonsense is the default) and `?before=<rating id>`: what is older than that one.
 * An id that is not, or no longer, in the list is 400 `unknown_before`, and so is nonsense.
 */
export const RatingsPage = v.object({ limit: v.optional(v.string()), before: v.optional(v.string()) })
export type RatingsPage = v.InferOutput<typeof RatingsPage>

/** The exact mean of the stars; 0 when there are none. */
export const Average = v.object({ average: v.number() })
export type Average = v.InferOutput<typeof Average>

/** The header that makes a repeated `POST /api/ratings` safe. */
export const IdempotencyKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,64}$/))
