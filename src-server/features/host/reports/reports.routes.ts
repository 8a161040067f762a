import { keepReportedRating, listReports, removeReportedRating } from '#contract/host/reports.ts'
import { route } from '#server/http/calls/route.ts'
import type { ReportService } from './reports.service.ts'

export const reportsRoutes = ({ reports }: { reports: ReportService }) => [
	route(listReports, ({ me, query }) => reports.page(me, query.before)),
	route(removeReportedRating, ({ me, params }) => reports.remove({ by: 'host', id: me }, params.id)),
	route(keepReportedRating, ({ me, params }) => reports.keep({ by: 'host', id: me }, params.id)),
]
