import * as v from 'valibot'
import { RatingId, UserId } from '#contract/ids.ts'

/** Where a host wanted to go who had to log in first. */
const HOST_PLACES = [
	'/host',
	'/host/backups',
	'/host/ghosts',
	'/host/invitations',
	'/host/journal',
	'/host/people',
	'/host/reports',
] as const

/**
 * `/auth?ratingId=…&driverId=…`, `/auth?next=/host/journal`: ids and places of this list only, anything else counts as
 * absent (no open redirects).
 */
export const AuthSearch = v.object({
	next: v.fallback(v.optional(v.picklist(HOST_PLACES)), undefined),
	ratingId: v.fallback(v.optional(RatingId), undefined),
	driverId: v.fallback(v.optional(UserId), undefined),
})
export type AuthSearch = v.InferOutput<typeof AuthSearch>
