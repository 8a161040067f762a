import * as v from 'valibot'
import { PublicUser } from '#contract/accounts.ts'
import { call } from '#contract/call.ts'
import { Day, IdText, RatingId } from '#contract/ids.ts'
import { RatingImpressions } from '#contract/ratings.ts'
import { ReportReason } from '#contract/received-ratings.ts'

/** `withdrawn`: the rater changed it or took it back, or it is somebody else's now; hosts are not told which. */
export const ReportStatus = v.picklist(['reported', 'kept', 'removed', 'withdrawn'])
export type ReportStatus = v.InferOutput<typeof ReportStatus>

/** A rating that its driver reported. Without its rater, and of its moments the days only. */
export const ReportedRating = v.object({
	/** Of the report. */
	id: RatingId,
	driver: v.pick(PublicUser, ['id', 'username', 'display_name', 'avatarId']),
	/** Null when it is gone, or says something else than what was reported. */
	rating: v.nullable(v.omit(RatingImpressions, ['id'])),
	/** Of the rating. */
	day: Day,
	reason: ReportReason,
	reportedOn: Day,
	status: ReportStatus,
	/** It waits, and is about the caller's own driving: another host decides. False where there is none. */
	isForAnotherHost: v.boolean(),
})
export type ReportedRating = v.InferOutput<typeof ReportedRating>

/** A place in the list: whether the report was open there, its day, its id. Null is nonsense. */
const PLACE = /^([01])-([1-9]\d{0,5})-([1-9]\d{0,15})$/
function placeFromText(text: string) {
	const [, open, day, id] = PLACE.exec(text) ?? []
	return open === undefined ? null : { isOpen: open === '1', day: Number(day), id: Number(id) }
}

const ReportsPage = v.object({ before: v.optional(v.pipe(v.string(), v.transform(placeFromText))) })
export type ReportsPage = v.InferOutput<typeof ReportsPage>

/** Those that wait first; newest day first, and within a day in no order that tells anything. Pages of 50. */
export const listReports = call({
	method: 'GET',
	path: '/host/reports',
	who: 'host',
	query: ReportsPage,
	answers: {
		200: v.object({
			reports: v.array(ReportedRating),
			/** For `before`; null at the end. */
			next: v.nullable(v.string()),
		}),
	},
})

const decision = {
	method: 'POST',
	who: 'host',
	isConfirmed: true,
	params: v.object({ id: IdText }),
	answers: { 200: ReportedRating },
} as const

/** The rating goes, as if its rater had taken it back. */
export const removeReportedRating = call({ ...decision, path: '/host/reports/:id/remove' })

/** It stays, and cannot be reported again. */
export const keepReportedRating = call({ ...decision, path: '/host/reports/:id/keep' })
