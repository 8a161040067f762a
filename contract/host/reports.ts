import * as v from 'valibot'
import { call } from '#contract/call.ts'
import { NOT_A_HOST, NOT_NOW } from '#contract/call-docs.ts'
import { Day, IdText, RatingId } from '#contract/ids.ts'
import { PublicUser } from '#contract/public-user.ts'
import { RatingImpressions } from '#contract/ratings.ts'
import { ReportReason } from '#contract/received-ratings.ts'

/** `withdrawn`: the rater edited or deleted it, or it now belongs to another driver; hosts do not learn which. */
export const ReportStatus = v.picklist(['reported', 'kept', 'removed', 'withdrawn'])
export type ReportStatus = v.InferOutput<typeof ReportStatus>

/** Omits the rater and reduces times to days. */
export const ReportedRating = v.object({
	id: RatingId,
	driver: v.pick(PublicUser, ['id', 'username', 'display_name', 'avatarId']),
	/** Null if the rating was deleted or edited since the report. */
	rating: v.nullable(v.omit(RatingImpressions, ['id'])),
	day: Day,
	reason: ReportReason,
	reportedOn: Day,
	status: ReportStatus,
	/**
	 * True for an open report about the caller's own driving, which another host must decide. False if there is no other host.
	 */
	isForAnotherHost: v.boolean(),
})
export type ReportedRating = v.InferOutput<typeof ReportedRating>

/** A cursor: whether the report is open, its day, its id. Invalid values become null. */
const CURSOR = /^([01])-([1-9]\d{0,5})-([1-9]\d{0,15})$/
function cursorFromText(text: string) {
	const [, open, day, id] = CURSOR.exec(text) ?? []
	return open === undefined ? null : { isOpen: open === '1', day: Number(day), id: Number(id) }
}

const ReportsPage = v.object({ before: v.optional(v.pipe(v.string(), v.transform(cursorFromText))) })
export type ReportsPage = v.InferOutput<typeof ReportsPage>

const REFUSED = {
	400: 'The id in the path is not one.',
	403: NOT_NOW,
	404: 'There is no such report.',
	409: 'It is decided already, or its rating is not what it was (`not_open`). Or it is about my own driving, and another host is there to decide (`own_driving`).',
}
const REPORT = { id: 'The report.' }

/** Open ones first; newest day first, with an order within a day that reveals nothing. Pages of 50. */
export const listReports = call({
	method: 'GET',
	path: '/host/reports',
	who: 'host',
	query: ReportsPage,
	answers: {
		200: v.object({
			reports: v.array(ReportedRating),
			next: v.nullable(v.string()),
		}),
	},
	docs: () => ({
		tag: 'Host',
		summary: 'Ratings that their drivers reported',
		description:
			'Those that wait for a decision first, in pages of 50; within a day they have no order. Never who gave one. What a host kept is in the list for as long as the rating is there, all else for 90 days.',
		answers: {
			200: 'A page, and where the next one begins.',
			400: '`before` is no `next` (`unknown_before`).',
			403: NOT_A_HOST,
		},
		params: { before: 'The `next` of the page before.' },
	}),
})

const decision = {
	method: 'POST',
	who: 'host',
	isConfirmed: true,
	params: v.object({ id: IdText }),
	answers: { 200: ReportedRating },
} as const

export const removeReportedRating = call({
	...decision,
	path: '/host/reports/:id/remove',
	docs: () => ({
		tag: 'Host',
		summary: 'Remove a rating that was reported',
		description:
			'It is gone as if its rater had taken it back, from the card, the average and every list. Its driver reads that it was removed; its rater is told nothing.',
		answers: { 200: 'The report as it is now.', ...REFUSED },
		params: REPORT,
	}),
})

export const keepReportedRating = call({
	...decision,
	path: '/host/reports/:id/keep',
	docs: () => ({
		tag: 'Host',
		summary: 'Keep a rating that was reported',
		description: 'Its driver reads that it was kept, and cannot report it again.',
		answers: { 200: 'The report as it is now.', ...REFUSED },
		params: REPORT,
	}),
})
