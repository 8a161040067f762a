import * as v from 'valibot'
import { call } from './call.ts'
import { NO_DRIVER, NOT_AN_ID } from './call-docs.ts'
import { DELIVERY, ONLY_BROUGHT, PLACEHOLDERS, STARS_MISSING } from './field-messages.ts'
import { Day, IdText, IdTextOrNull, Limit, Moment, RatingId, UserId } from './ids.ts'
import { ALL_GOOD, impressionFields } from './impressions.ts'
import { idFromText } from './known-ids.ts'
import { PublicUser } from './public-user.ts'
import { Sticker } from './stickers.ts'

export const Stars = v.pipe(v.number(STARS_MISSING), v.integer(), v.minValue(1, STARS_MISSING), v.maxValue(5))

/** `evening` means sealed until the evening post. */
export const Delivery = v.picklist(['now', 'evening'], DELIVERY)
export type Delivery = v.InferOutput<typeof Delivery>

/** `raterId` is the id that the browser takes for the caller's. A guest, who has no session, omits it or sends 1. */
export const NewRating = v.object({
	driverId: UserId,
	raterId: v.optional(UserId),
	...impressionFields,
	// Missing stars count as 0, which has the better message.
	starRating: v.optional(Stars, 0),
	isPlaceholder: v.optional(v.boolean()),
	/** Defaults to `now`. Ratings of ghosts and of the demo driver are never sealed. */
	delivery: v.optional(Delivery),
})
export type NewRating = v.InferOutput<typeof NewRating>

export const RatingChange = v.object({ ...impressionFields, starRating: v.optional(Stars, 0) })
export type RatingChange = v.InferOutput<typeof RatingChange>

/**
 * The rating that 'add an existing driver' makes, until the rater's first verdict replaces it. It does not count in
 * statistics.
 */
export const PLACEHOLDER = { ...ALL_GOOD, starRating: 5 }

export const TAKEN_ALONG_MS = 24 * 3_600_000

/** Counts from the rating's arrival or opening. */
export const CHANGEABLE_MS = 24 * 3_600_000

export const RATING_WAIT_MAX_MS = 3_600_000

/** The problem code of a 429 that ends when the rater may rate this driver again. */
export const RATED_OFTEN = 'rated_often'

/** Contains each id in both of the spec's spellings. */
export const OwnRating = v.object({
	id: RatingId,
	raterId: UserId,
	rater_id: UserId,
	driverId: UserId,
	driver_id: UserId,
	...impressionFields,
	starRating: Stars,
	createdAt: Moment,
	/** True until it is opened; only its rater sees it until then. */
	sealed: v.optional(v.boolean(), false),
	onTrip: v.optional(v.literal(true)),
})
export type OwnRating = v.InferOutput<typeof OwnRating>

/** If the ghost was claimed, the driver is its claimer. */
export const GivenRating = v.object({
	...OwnRating.entries,
	driver: v.pick(PublicUser, ['id', 'username', 'display_name', 'avatarId']),
	reply: v.optional(v.nullable(Sticker), null),
	/** True until the rater has seen the reply in My verdicts. Always false for guests, whose views are not recorded. */
	isReplyNew: v.optional(v.boolean(), false),
	cameAlong: v.optional(v.literal(true)),
	/**
	 * Its trip has opened, but a random draw excluded it, because its driver had too many guest ratings within an hour.
	 */
	notDrawn: v.optional(v.literal(true)),
	/**
	 * Present for a verdict from another instance (imports.ts), which counts nowhere. Its `driver` has the name in the file and
	 * the id of the guest, whom no list shows.
	 */
	broughtAt: v.optional(Moment),
})
export type GivenRating = v.InferOutput<typeof GivenRating>

export const RatingImpressions = v.object({ id: RatingId, ...impressionFields, starRating: Stars })
export type RatingImpressions = v.InferOutput<typeof RatingImpressions>

/** Omits the rater and the time of day. */
export const DriverRating = v.object({
	id: RatingId,
	...impressionFields,
	starRating: Stars,
	createdAt: Day,
	reply: v.optional(v.nullable(Sticker), null),
})
export type DriverRating = v.InferOutput<typeof DriverRating>

/**
 * A page of a list: `?before=<rating id>` returns older ones. An id that is not in the list gets 400 `unknown_before`,
 * and so does an invalid one, which becomes null here.
 */
export const RatingsPage = v.object({
	limit: Limit,
	before: v.optional(v.pipe(v.string(), v.transform(idFromText))),
})
export type RatingsPage = v.InferOutput<typeof RatingsPage>

/**
 * By default the list has what the spec's client finds a member's drivers through: placeholders, too, and no brought verdicts,
 * whose drivers are not here. `without` is the list of what a member said.
 */
export const GivenRatingsPage = v.object({
	...RatingsPage.entries,
	placeholders: v.optional(v.picklist(['with', 'without'], PLACEHOLDERS), 'with'),
	only: v.optional(v.picklist(['brought'], ONLY_BROUGHT)),
})
export type GivenRatingsPage = v.InferOutput<typeof GivenRatingsPage>

export const IdempotencyKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,64}$/))

/** A header that gives concurrent guest ratings of one browser the same guest cookie. */
export const BrowserKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{32,64}$/))

const NOT_MINE = 'I did not give it, it is a placeholder, or it does not exist; which of them is not said.'
const TOO_LATE = 'It came more than 24 hours ago (`too_late`).'
const START_OVER = 'There is no `before` in this list, or no longer (`unknown_before`): begin at its start.'

export const listOwnRatings = call({
	method: 'GET',
	path: '/ratings',
	who: 'visitor-or-member',
	query: GivenRatingsPage,
	answers: { 200: v.array(GivenRating) },
	docs: () => ({
		tag: 'Ratings',
		summary: 'The ratings I gave',
		description:
			'Newest first. A guest’s are found by the cookie that came with the last one. Without placeholders, the verdicts that a member brought from another instance follow, with `broughtAt`.',
		answers: { 200: 'Mine; none for strangers.', 400: START_OVER },
		params: {
			placeholders:
				'Whether the default ratings of added drivers are in it; they are unless it says `without`, which adds what was brought.',
			only: 'With `brought`, what I brought from other instances and nothing else.',
		},
	}),
})

export const rateDriver = call({
	method: 'POST',
	path: '/ratings',
	who: 'visitor-or-member',
	owner: 'body.raterId',
	headers: { 'Idempotency-Key': IdempotencyKey, 'Browser-Key': BrowserKey },
	body: NewRating,
	answers: { 200: OwnRating, 201: OwnRating },
	docs: () => ({
		tag: 'Ratings',
		summary: 'Rate a ride',
		description:
			'Guests may. Each rating of a guest sets a new cookie, by which they keep all they said; the one before opens nothing any more. A placeholder has the default values, whatever is sent.',
		answers: {
			200: 'The rating that this key, or this first rating, made before.',
			201: 'The rating.',
			401: '`raterId` speaks for a member, but nobody is logged in.',
			403: 'It speaks for somebody else, or is about myself.',
			404: NO_DRIVER,
			409: 'The Idempotency-Key was used for another rating.',
			410: 'The rating that this Idempotency-Key made was taken back (`taken_back`): nothing is saved.',
			429: 'Too many of them, or too many on this driver (`rated_often`): eight in 24 hours by a member, five by a guest.',
		},
		headers: {
			'Idempotency-Key':
				'Made up by the client, new for each rating: the same call sent again then changes nothing, and brings a guest whose answer was lost all they said.',
			'Browser-Key':
				'Made up by the browser and the same for all its ratings: guests’ ratings that it sends at once then end under one cookie.',
		},
	}),
})

export const getRating = call({
	method: 'GET',
	path: '/ratings/:id',
	who: 'visitor-or-member',
	params: v.object({ id: IdTextOrNull }),
	answers: { 200: RatingImpressions },
	docs: () => ({
		tag: 'Ratings',
		summary: 'One rating',
		answers: { 200: 'For whoever gave or got it.', 404: 'To everybody else it does not exist.' },
		params: { id: 'The rating.' },
	}),
})

export const changeRating = call({
	method: 'PUT',
	path: '/ratings/:id',
	who: 'guest-or-member',
	params: v.object({ id: IdText }),
	body: RatingChange,
	answers: { 200: OwnRating },
	docs: () => ({
		tag: 'Ratings',
		summary: 'Change a rating',
		description:
			'Within 24 hours of its arrival. It keeps its id and its place in every list, and tells the driver nothing new.',
		answers: { 200: 'The rating as it is now.', 400: NOT_AN_ID, 403: TOO_LATE, 404: NOT_MINE },
		params: { id: 'The rating.' },
	}),
})

export const takeRatingBack = call({
	method: 'DELETE',
	path: '/ratings/:id',
	who: 'guest-or-member',
	params: v.object({ id: IdText }),
	answers: { 204: v.undefined() },
	docs: () => ({
		tag: 'Ratings',
		summary: 'Take a rating back',
		description: 'Within 24 hours of its arrival. A placeholder that it replaced does not come back.',
		answers: { 204: 'It is gone, and counts nowhere.', 400: NOT_AN_ID, 403: TOO_LATE, 404: NOT_MINE },
		params: { id: 'The rating.' },
	}),
})

export const giveRatingBack = call({
	method: 'POST',
	path: '/ratings/:id/not-mine',
	who: 'member',
	params: v.object({ id: IdText }),
	answers: { 204: v.undefined() },
	docs: () => ({
		tag: 'Ratings',
		summary: 'Say that a rating which came along is not mine',
		description:
			'Within 24 hours of coming along. It goes back to the guest of the browser that it came from, and does not come along to this account again.',
		answers: {
			204: 'It is the guest’s again.',
			400: NOT_AN_ID,
			404: 'It did not come along to me, that was longer ago, or it does not exist; which of them is not said.',
		},
		params: { id: 'The rating.' },
	}),
})

export const RatingToCancel = v.object({ raterId: v.optional(UserId), requestKey: IdempotencyKey })

/**
 * Cancels a rating whose answer never arrived. If the server has saved the rating, it is deleted (within
 * `CHANGEABLE_MS`); if the rating arrives later, it is not saved. `raterId` is as for `rateDriver`.
 */
export const cancelRating = call({
	method: 'POST',
	path: '/ratings/cancel',
	who: 'visitor-or-member',
	owner: 'body.raterId',
	body: RatingToCancel,
	answers: { 204: v.undefined() },
	docs: () => ({
		tag: 'Ratings',
		summary: 'Cancel a rating that was not answered',
		description:
			'By its Idempotency-Key, which nobody else knows. If it has arrived it is taken back, as by its id; if it has not, nothing is saved when it does. The driver is told of neither.',
		answers: {
			204: 'It counts nowhere, and its key saves nothing any more.',
			401: '`raterId` speaks for a member, but nobody is logged in.',
			403: `It speaks for somebody else. ${TOO_LATE}`,
			404: 'A member has kept it since, or it is a placeholder.',
		},
	}),
})

export const listRatingsOfDriver = call({
	method: 'GET',
	path: '/ratings/driver/:id',
	who: 'anyone',
	params: v.object({ id: IdTextOrNull }),
	query: RatingsPage,
	answers: { 200: v.array(DriverRating) },
	docs: () => ({
		tag: 'Ratings',
		summary: 'What was said of a driver',
		answers: { 200: 'Newest first, without raters and times of day.', 400: START_OVER, 404: NO_DRIVER },
		params: { id: 'The driver.' },
	}),
})
