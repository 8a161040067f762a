import * as v from 'valibot'
import { RatingId, UserId } from '#contract/ids.ts'
import { HOST_PATHS } from '#contract/pages.ts'

const MEMBERS_PAGE = /^\/(wrapped(\?year=\d+)?|receipts\/\d{4}-\d\d|trip\/new)$/

/**
 * `/auth?ratingId=…&driverId=…`, or `/auth?next=/host/people`, the page requested before logging in. Only ids and
 * listed pages are accepted; anything else is ignored (no open redirects). `/auth?as=new`, which a new host shows to
 * friends, starts at sign-up.
 */
export const AuthSearch = v.object({
	next: v.fallback(v.optional(v.union([v.picklist(HOST_PATHS), v.pipe(v.string(), v.regex(MEMBERS_PAGE))])), undefined),
	ratingId: v.fallback(v.optional(RatingId), undefined),
	driverId: v.fallback(v.optional(UserId), undefined),
	as: v.fallback(v.optional(v.literal('new')), undefined),
})
export type AuthSearch = v.InferOutput<typeof AuthSearch>
