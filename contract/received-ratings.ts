import * as v from 'valibot'
import { call } from './call.ts'
import { NOT_AN_ID, NOT_MINE } from './call-docs.ts'
import { REPORT_REASON } from './field-messages.ts'
import { Day, IdText, RatingId } from './ids.ts'
import { forEachOf, IMPRESSION_KEYS } from './impressions.ts'
import { Success } from './problems.ts'
import { DriverRating, RatingsPage } from './ratings.ts'

const NewReportReason = v.picklist(['not_my_ride', 'mistake', 'other'], REPORT_REASON)
export type NewReportReason = v.InferOutput<typeof NewReportReason>

/** Old reports may have the reason 'harassment', which ratings without free text cannot have. */
export const ReportReason = v.picklist([...NewReportReason.options, 'harassment'])
export type ReportReason = v.InferOutput<typeof ReportReason>

export const NewReport = v.object({ reason: NewReportReason }, REPORT_REASON)
export type NewReport = v.InferOutput<typeof NewReport>

const StandingRating = v.object({ ...DriverRating.entries, report: v.nullable(v.picklist(['reported', 'kept'])) })
export type StandingRating = v.InferOutput<typeof StandingRating>

/** Kept for 30 days. Its id differs from the rating's. */
const RemovedRating = v.object({
	id: RatingId,
	...forEachOf(IMPRESSION_KEYS, () => v.null()),
	starRating: v.null(),
	createdAt: Day,
	reply: v.optional(v.null(), null),
	report: v.literal('removed'),
})
export type RemovedRating = v.InferOutput<typeof RemovedRating>

export const ReceivedRating = v.union([StandingRating, RemovedRating])
export type ReceivedRating = v.InferOutput<typeof ReceivedRating>

/**
 * The caller's own ratings, newest first. Removed ones follow the ratings of the same day, on the same page; they do
 * not count towards `limit`, and `before` does not accept their ids.
 */
export const listReceivedRatings = call({
	method: 'GET',
	path: '/ratings/received',
	who: 'member',
	query: RatingsPage,
	answers: { 200: v.array(ReceivedRating) },
	docs: () => ({
		tag: 'Ratings',
		summary: 'What was said of me',
		description:
			'Newest first, with what became of my reports. One that a host removed stays for 30 days as a line without stars and words, after the other ratings of its day; such lines do not count for `limit` and are no `before`.',
		answers: {
			200: 'My ratings, without raters and times of day.',
			400: 'There is no `before` in this list, or no longer (`unknown_before`): begin at its start.',
		},
	}),
})

export const reportRating = call({
	method: 'POST',
	path: '/ratings/:id/report',
	who: 'member',
	params: v.object({ id: IdText }),
	body: NewReport,
	answers: { 201: v.object({ status: v.literal('reported') }) },
	docs: () => ({
		tag: 'Ratings',
		summary: 'Report a rating of me that is not fair',
		description: 'A host removes or keeps it, and does not learn who gave it. Five reports in 24 hours.',
		answers: {
			201: 'It is reported.',
			400: NOT_AN_ID,
			404: 'It is not a rating of me, or does not exist; which of them is not said.',
			409: 'It was reported before (`already_reported`). What a host kept stays.',
			429: 'Those were five reports in 24 hours.',
		},
		params: { id: 'The rating.' },
	}),
})

/**
 * Without a body only the notice is closed, as in the spec: the ratings stay unseen until their driver sees them on the
 * profile.
 */
const SeenRatings = v.nullish(v.object({ isOnProfile: v.optional(v.boolean(), false) }), {})
export type SeenRatings = v.InferOutput<typeof SeenRatings>

export const markRatingsSeen = call({
	method: 'POST',
	path: '/users/:id/mark-ratings-seen',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdText }),
	body: SeenRatings,
	answers: { 200: Success },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Say that I saw my new ratings',
		description:
			'Without a body it closes their notice; with `isOnProfile` they have been seen on the profile, and home counts them as new no longer.',
		answers: { 200: 'Noted.', 400: NOT_AN_ID, 403: NOT_MINE },
	}),
})
