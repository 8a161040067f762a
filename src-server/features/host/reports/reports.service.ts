import {
	keepReportedRating,
	listReports,
	type ReportedRating,
	type ReportsPage,
	removeReportedRating,
} from '#contract/host/reports.ts'
import type { RatingId, UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import { type Actor, asHost, noteInJournal } from '#server/features/journal/journal.ts'
import { deleteRating } from '#server/features/ratings/delete-rating.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { conflict, notFound, refusal } from '#server/http/problems.ts'
import { PAGE_AND_ONE, pageOf } from '#server/list-page.ts'
import type { ReportRow, ReportWithRatingRow } from './reports.queries.ts'

type Cursor = NonNullable<ReportsPage['before']>

/** A host never learns who gave a rating, even if it was the host. */
export function reportService(context: Context) {
	const { db, queries, clock, live } = context
	const { reports, ratings, users } = queries

	const report = (id: RatingId) => {
		const found = reports.reportById(id)
		if (!found) throw notFound('report_not_found')
		return found
	}

	const inOrder = (after: Cursor | undefined, limit: number): ReportWithRatingRow[] => {
		const waiting = after?.isOpen === false ? [] : reports.reportsOf(true, after, limit)
		const decided = reports.reportsOf(false, after?.isOpen ? undefined : after, limit - waiting.length)
		return [...waiting, ...decided]
	}

	const isForAnother = (me: UserId, { status, driverId }: ReportRow) =>
		status === 'reported' && driverId === me && queries.hosts.hasHost(me)

	/** Returns the report if it is undecided and this actor may decide it. Call inside a write transaction. */
	const open = (actor: Actor, id: RatingId) => {
		const found = report(id)
		const { status } = found.report
		if (status !== 'reported') throw refusal({ status: 409, code: 'not_open', reason: `report_${status}` })
		if (actor.by === 'host' && isForAnother(actor.id, found.report)) throw conflict('own_driving')
		return found
	}

	return {
		page(me: UserId, before: ReportsPage['before']): { reports: ReportedRating[]; next: string | null } {
			if (before === null) throw refusal({ status: 400, code: 'unknown_before', reason: 'reports_page_not_found' })
			const { rows, last } = pageOf(inOrder(before, PAGE_AND_ONE))
			return { reports: rows.map((row) => viewFor(me, row)), next: last && cursorOf(last) }
		},

		all: (): ReportedRating[] => inOrder(undefined, Number.MAX_SAFE_INTEGER).map((row) => viewFor(null, row)),

		report: (id: RatingId): ReportedRating => viewFor(null, report(id)),

		/** Deletes the rating as a withdrawal by its rater would; the rater learns nothing more. */
		remove: (actor: Actor, id: RatingId): ReportedRating =>
			db.write(() => {
				const { report: row } = open(actor, id)
				const rating = row.ratingId === null ? undefined : ratings.ratingByRowId(row.ratingId)
				if (!rating) throw new Error('An open report has its rating')
				// Must precede the deletion, because a trigger ends the rating's open report.
				reports.decide(id, 'removed', clock.now())
				deleteRating(context, rating)
				return decided(actor, row, 'rating_removed')
			}),

		keep: (actor: Actor, id: RatingId): ReportedRating =>
			db.write(() => {
				const { report: row } = open(actor, id)
				reports.decide(id, 'kept', clock.now())
				return decided(actor, row, 'rating_kept')
			}),
	}

	function decided(actor: Actor, { id, driverId }: ReportRow, act: 'rating_removed' | 'rating_kept'): ReportedRating {
		const isOwn = actor.by === 'host' && actor.id === driverId
		noteInJournal(context, actor, { act, subject: users.userById(driverId), detail: isOwn ? 'own' : undefined })
		live.notify(driverId, 'notice')
		live.notifyHosts()
		return viewFor(null, report(id))
	}

	/** `me` is null for actors who may decide all reports. */
	function viewFor(me: UserId | null, row: ReportWithRatingRow): ReportedRating {
		return { ...reportView(row), isForAnotherHost: me !== null && isForAnother(me, row.report) }
	}
}

export function reportFeature(context: Context): Feature {
	const reports = reportService(context)
	return {
		routes: [
			route(listReports, ({ me, query }) => reports.page(me, query.before)),
			route(removeReportedRating, ({ me, params }) => reports.remove(asHost(me), params.id)),
			route(keepReportedRating, ({ me, params }) => reports.keep(asHost(me), params.id)),
		],
	}
}

const cursorOf = ({ report, day }: ReportWithRatingRow) => `${report.status === 'reported' ? 1 : 0}-${day}-${report.id}`

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

function reportView({ report, driver, rating }: ReportWithRatingRow): Omit<ReportedRating, 'isForAnotherHost'> {
	const { id, ratedOn, reason, reportedAt, status } = report
	return {
		id,
		driver: { id: driver.id, username: driver.username, display_name: driver.displayName, avatarId: driver.avatarId },
		rating,
		day: dayOf(ratedOn),
		reason,
		reportedOn: dayOf(reportedAt),
		status,
	}
}
