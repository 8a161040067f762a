import * as v from 'valibot'
import { RatingId, UserId } from '#contract/ids.ts'

/** `/auth?ratingId=…&driverId=…`: ids only, anything else counts as absent (no open redirects). */
export const AuthSearch = v.object({
	ratingId: v.fallback(v.optional(RatingId), undefined),
	driverId: v.fallback(v.optional(UserId), undefined),
})
export type AuthSearch = v.InferOutput<typeof AuthSearch>
