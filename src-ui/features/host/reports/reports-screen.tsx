import { useInfiniteQuery } from '@tanstack/react-query'
import { type Ref, useRef } from 'react'
import type { ReportedRating } from '#contract/host/reports.ts'
import { reportsQuery } from '#ui/features/host/host.api.ts'
import { HostPage } from '#ui/features/host/host-page.tsx'
import { EmptyState } from '#ui/kit/feedback/notice.tsx'
import { PagedList } from '#ui/kit/feedback/paged-list.tsx'
import { useFocusAfterRemoval } from '#ui/kit/lost-focus.ts'
import { DecidedReport } from './decided-report.tsx'
import { WaitingReport } from './waiting-report.tsx'
import './reports.css'

/** Ratings that their drivers find unfair, for a host to remove or to keep. */
export const HostReportsScreen = () => (
	<HostPage
		path="/host/reports"
		title="Reports"
		lead={
			<p>Drivers honk when a rating isn't fair. You are the traffic police: you see what was said, never by whom.</p>
		}
	>
		<Reports />
	</HostPage>
)

function Reports() {
	const query = useInfiniteQuery(reportsQuery)
	return (
		<PagedList query={query} what="reports" empty={<NoReports />}>
			{(reports, firstNew) => <Lists reports={reports} firstNew={firstNew} />}
		</PagedList>
	)
}

type ListsProps = { reports: ReportedRating[]; firstNew: (report: ReportedRating) => Ref<HTMLLIElement> }

function Lists({ reports, firstNew }: ListsProps) {
	const waiting = reports.filter(({ status }) => status === 'reported')
	const decided = reports.filter(({ status }) => status !== 'reported')
	const heading = useRef<HTMLHeadingElement>(null)
	// The heading, from which the next one is read.
	useFocusAfterRemoval(waiting, () => heading.current)
	return (
		<>
			<section aria-labelledby="reports-waiting">
				<h2 id="reports-waiting" ref={heading} tabIndex={-1} className="outline-none">
					{titleOf(waiting)}
				</h2>
				{waiting.length === 0 ? <p className="mt-1.5 text-muted">All decided. The horn is quiet.</p> : null}
				<ul className="report-cards">
					{waiting.map((report) => (
						<WaitingReport key={report.id} ref={firstNew(report)} report={report} />
					))}
				</ul>
			</section>
			{decided.length > 0 ? (
				<section aria-labelledby="reports-decided" className="mt-9">
					<h2 id="reports-decided">Done with</h2>
					<ul className="mt-2">
						{decided.map((report) => (
							<DecidedReport key={report.id} ref={firstNew(report)} report={report} />
						))}
					</ul>
				</section>
			) : null}
		</>
	)
}

function titleOf(waiting: ReportedRating[]): string {
	if (waiting.length === 0) return 'Nothing waits for you'
	return waiting.every(({ isForAnotherHost }) => isForAnotherHost) ? 'Waiting for another host' : 'Waiting for you'
}

const NoReports = () => (
	<EmptyState title="Nobody honks">
		No driver has complained about a rating. When one presses 'Not fair? Report it' on their profile, it turns up here.
	</EmptyState>
)
