import * as v from 'valibot'
import { RatingId, UserId } from '#contract/ids.ts'
import { HOST_PATHS } from '#contract/pages.ts'

/** Pages for members alone that links lead to. */
const MEMBERS_PAGE = /^\/(wrapped(\?year=\d+)?|receipts\/\d{4}-\d\d|trip\/new)$/

/**
 * `/auth?ratingId=…&driverId=…`, `/auth?next=/host/journal`, where a host or a member wanted to go: ids and places of these
 * lists only, anything else counts as absent (no open redirects). `/auth?as=new` is what a new host shows to friends: it begins with signing up.
 */
export const AuthSearch = v.object({
	next: v.fallback(v.optional(v.union([v.picklist(HOST_PATHS), v.pipe(v.string(), v.regex(MEMBERS_PAGE))])), undefined),
	ratingId: v.fallback(v.optional(RatingId), undefined),
	driverId: v.fallback(v.optional(UserId), undefined),
	as: v.fallback(v.optional(v.literal('new')), undefined),
})
export type AuthSearch = v.InferOutput<typeof AuthSearch>
