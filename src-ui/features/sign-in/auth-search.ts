import type { RatingId, UserId } from '#contract/ids.ts'
import { isId } from '#contract/known-ids.ts'
import { HOST_PATHS, type HostPath } from '#contract/pages.ts'

const MEMBERS_PAGE = /^\/(wrapped(\?year=\d+)?|receipts\/\d{4}-\d\d|trip\/new)$/

export type AuthSearch = {
	next?: string | undefined
	ratingId?: RatingId | undefined
	driverId?: UserId | undefined
	as?: 'new' | undefined
}

/**
 * `/auth?ratingId=…&driverId=…`, or `/auth?next=/host/people`, the page requested before logging in. Only ids and
 * listed pages are accepted; anything else is ignored (no open redirects). `/auth?as=new`, which a new host shows to
 * friends, starts at sign-up.
 */
export const authSearch = ({ next, ratingId, driverId, as }: Record<string, unknown>): AuthSearch => ({
	next:
		typeof next === 'string' && (HOST_PATHS.includes(next as HostPath) || MEMBERS_PAGE.test(next)) ? next : undefined,
	ratingId: isId(ratingId) ? ratingId : undefined,
	driverId: isId(driverId) ? driverId : undefined,
	as: as === 'new' ? as : undefined,
})
