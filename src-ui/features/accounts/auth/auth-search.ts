import * as v from 'valibot'
import { RatingId, UserId } from '#contract/ids.ts'
import { HOST_PATHS } from '#contract/pages.ts'

/**
 * `/auth?ratingId=…&driverId=…`, `/auth?next=/host/journal`, where a host wanted to go: ids and places of this list only, anything else counts as
 * absent (no open redirects).
 */
export const AuthSearch = v.object({
	next: v.fallback(v.optional(v.picklist(HOST_PATHS)), undefined),
	ratingId: v.fallback(v.optional(RatingId), undefined),
	driverId: v.fallback(v.optional(UserId), undefined),
})
export type AuthSearch = v.InferOutput<typeof AuthSearch>
