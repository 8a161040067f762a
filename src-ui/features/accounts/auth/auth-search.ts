import * as v from 'valibot'
import { RatingId, UserId } from '#contract/ids.ts'
import { HOST_PATHS } from '#contract/pages.ts'

/**
 * `/auth?ratingId=…&driverId=…`, `/auth?next=/host/journal`, where a host wanted to go: ids and places of this list only, anything else counts as
 * absent (no open redirects). `/auth?as=new` is what a new host shows to friends: it begins with signing up.
 */
export const AuthSearch = v.object({
	next: v.fallback(v.optional(v.picklist(HOST_PATHS)), undefined),
	ratingId: v.fallback(v.optional(RatingId), undefined),
	driverId: v.fallback(v.optional(UserId), undefined),
	as: v.fallback(v.optional(v.literal('new')), undefined),
})
export type AuthSearch = v.InferOutput<typeof AuthSearch>
