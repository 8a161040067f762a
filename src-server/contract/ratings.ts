import * as v from 'valibot'
import { PublicUser } from './accounts.ts'
import { call } from './call.ts'
import { Day, IdText, IdTextOrNull, idFromText, Limit, Moment, RatingId, UserId } from './ids.ts'

export const RideQuality = v.picklist(['smooth', 'bumpy'])
export type RideQuality = v.InferOutput<typeof RideQuality>

export const SafetyFeeling = v.picklist(['safe', 'unsafe'])
export type SafetyFeeling = v.InferOutput<typeof SafetyFeeling>

export const VibeQuality = v.picklist(['good', 'off'])
export type VibeQuality = v.InferOutput<typeof VibeQuality>

const STAR_MESSAGE = 'Please provide a star rating'
export const Stars = v.pipe(v.number(STAR_MESSAGE), v.integer(), v.minValue(1, STAR_MESSAGE), v.maxValue(5))

const impressions = { rideQuality: RideQuality, safetyFeeling: SafetyFeeling, vibeQuality: VibeQuality }

/** `raterId` asserts who is speaking; absent or 1 without a session means a guest. */
export const NewRating = v.object({
	driverId: UserId,
	raterId: v.optional(UserId),
	...impressions,
	// No stars at all count as none given, which has the better message.
	starRating: v.optional(Stars, 0),
	isPlaceholder: v.optional(v.boolean()),
})
export type NewRating = v.InferOutput<typeof NewRating>

/** What a rating says, said anew. Of whom and by whom it is stays as it was. */
export const RatingChange = v.object({ ...impressions, starRating: v.optional(Stars, 0) })
export type RatingChange = v.InferOutput<typeof RatingChange>

/** For so long after its arrival a rating can be changed and taken back. */
export const CHANGEABLE_MS = 24 * 3_600_000

/** The server asks nobody to wait longer before a rating is sent again. */
export const RATING_WAIT_MAX_MS = 3_600_000

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

/** A rating in the list of those that somebody gave, with its driver: for a claimed ghost, the claimer. */
export const GivenRating = v.object({
	...OwnRating.entries,
	driver: v.pick(PublicUser, ['id', 'username', 'display_name', 'avatarId']),
})
export type GivenRating = v.InferOutput<typeof GivenRating>

/** A rating without who gave it and whom. */
export const RatingImpressions = v.object({ id: RatingId, ...impressions, starRating: Stars })
export type RatingImpressions = v.InferOutput<typeof RatingImpressions>

/** A rating as everybody sees it: without the rater and the time of day. */
export const DriverRating = v.object({ id: RatingId, ...impressions, starRating: Stars, createdAt: Day })
export type DriverRating = v.InferOutput<typeof DriverRating>

/**
 * A part of a list: `?before=<rating id>` is what is older than that one. An id that is not, or no longer, in the list is
 * 400 `unknown_before`, and so is nonsense, which is null here.
 */
export const RatingsPage = v.object({
	limit: Limit,
	before: v.optional(v.pipe(v.string(), v.transform(idFromText))),
})
export type RatingsPage = v.InferOutput<typeof RatingsPage>

/** The spec's client finds a member's drivers by their placeholders, too; a list of what somebody said goes without. */
export const GivenRatingsPage = v.object({
	...RatingsPage.entries,
	placeholders: v.optional(v.picklist(['with', 'without'], 'Please choose with or without'), 'with'),
})
export type GivenRatingsPage = v.InferOutput<typeof GivenRatingsPage>

/** The header that makes a repeated rating safe. */
export const IdempotencyKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,64}$/))

/** The header by which guests' ratings that one browser sends at once end under one cookie. */
export const BrowserKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{32,64}$/))

export const listOwnRatings = call({
	method: 'GET',
	path: '/ratings',
	who: 'visitor-or-member',
	query: GivenRatingsPage,
	answers: { 200: v.array(GivenRating) },
})

/** Guests may rate: `raterId` is absent then, or 1. 200 is a rating that was there before. */
export const rateDriver = call({
	method: 'POST',
	path: '/ratings',
	who: 'visitor-or-member',
	owner: 'body.raterId',
	headers: { 'Idempotency-Key': IdempotencyKey, 'Browser-Key': BrowserKey },
	body: NewRating,
	answers: { 200: OwnRating, 201: OwnRating },
})

/** For its rater and its driver; to everybody else it does not exist. */
export const getRating = call({
	method: 'GET',
	path: '/ratings/:id',
	who: 'visitor-or-member',
	params: v.object({ id: IdTextOrNull }),
	answers: { 200: RatingImpressions },
})

/** For its rater, within `CHANGEABLE_MS`. The rating keeps its id and its place. */
export const changeRating = call({
	method: 'PUT',
	path: '/ratings/:id',
	who: 'guest-or-member',
	params: v.object({ id: IdText }),
	body: RatingChange,
	answers: { 200: OwnRating },
})

/** For its rater, within `CHANGEABLE_MS`. */
export const takeRatingBack = call({
	method: 'DELETE',
	path: '/ratings/:id',
	who: 'guest-or-member',
	params: v.object({ id: IdText }),
	answers: { 204: v.undefined() },
})

/** A rating that was sent and not answered, by the key that only its sender knows. */
export const RatingToCancel = v.object({ raterId: v.optional(UserId), requestKey: IdempotencyKey })

/**
 * What was dropped before an answer came. It is taken back if it had arrived, within `CHANGEABLE_MS`, and nothing is saved if
 * it arrives later. `raterId` as for `rateDriver`.
 */
export const cancelRating = call({
	method: 'POST',
	path: '/ratings/cancel',
	who: 'visitor-or-member',
	owner: 'body.raterId',
	body: RatingToCancel,
	answers: { 204: v.undefined() },
})

export const listRatingsOfDriver = call({
	method: 'GET',
	path: '/ratings/driver/:id',
	who: 'anyone',
	params: v.object({ id: IdTextOrNull }),
	query: RatingsPage,
	answers: { 200: v.array(DriverRating) },
})
