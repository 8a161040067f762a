import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ReportedRating } from '#contract/host/reports.ts'
import { HostPage } from '#ui/features/host/host-page.tsx'
import { Button } from '#ui/kit/button.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { SkeletonRow } from '#ui/kit/feedback/skeleton.tsx'
import { PendingButton } from '#ui/kit/pending-button.tsx'
import { DecidedReport } from './decided-report.tsx'
import { reportsQuery } from './reports.api.ts'
import { WaitingReport } from './waiting-report.tsx'
import './reports.css'

/** Ratings that their drivers find unfair, for a host to remove or to keep. */
export const HostReportsScreen = () => (
	<HostPage
		part="reports"
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
	const { data: reports, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query

	const [firstNew, setFirstNew] = useState<number | null>(null)

	const showMore = async () => {
		const { data, isFetchNextPageError } = await fetchNextPage()
		if (!isFetchNextPageError) setFirstNew(data?.[reports?.length ?? 0]?.id ?? null)
	}

	if (!reports) return error && !isFetching ? <ReportsFailed onTryAgain={() => void refetch()} /> : <ReportsOnTheWay />
	if (reports.length === 0) return <NoReports />
	return (
		<>
			<Lists reports={reports} firstNew={firstNew} />
			{hasNextPage ? (
				<PendingButton
					variant="secondary"
					isBlock
					className="mt-6"
					isPending={isFetchingNextPage}
					onPress={() => void showMore()}
				>
					{isFetchingNextPage ? 'Rewinding...' : 'Show more'}
				</PendingButton>
			) : null}
			{error && !isFetching ? (
				<p role="alert" className="mt-3 text-center text-muted">
					That did not arrive. Please try again.
				</p>
			) : null}
		</>
	)
}

function Lists({ reports, firstNew }: { reports: ReportedRating[]; firstNew: number | null }) {
	const waiting = reports.filter(({ status }) => status === 'reported')
	const decided = reports.filter(({ status }) => status !== 'reported')
	const heading = useFocusAfterDecision(waiting)
	return (
		<>
			<section aria-labelledby="reports-waiting">
				<h2 id="reports-waiting" ref={heading} tabIndex={-1} className="outline-none">
					{waiting.length === 0 ? 'Nothing waits for you' : 'Waiting for you'}
				</h2>
				{waiting.length === 0 ? <p className="mt-1.5 text-muted">All decided. The horn is quiet.</p> : null}
				<ul className="report-cards">
					{waiting.map((report) => (
						<WaitingReport key={report.id} report={report} isFirstNew={report.id === firstNew} />
					))}
				</ul>
			</section>
			{decided.length > 0 ? (
				<section aria-labelledby="reports-decided" className="mt-9">
					<h2 id="reports-decided">Done with</h2>
					<ul className="mt-2">
						{decided.map((report) => (
							<DecidedReport key={report.id} report={report} isFirstNew={report.id === firstNew} />
						))}
					</ul>
				</section>
			) : null}
		</>
	)
}

/** The buttons of a report go with the decision: the focus goes to the heading, from which the next one is read. */
function useFocusAfterDecision(waiting: ReportedRating[]) {
	const heading = useRef<HTMLHeadingElement>(null)
	const before = useRef<ReportedRating[]>([])
	useEffect(() => {
		const ids = new Set(waiting.map(({ id }) => id))
		const isOneGone = before.current.some(({ id }) => !ids.has(id))
		before.current = waiting
		if (isOneGone && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
	}, [waiting])
	return heading
}

function ReportsOnTheWay() {
	return (
		<div className="flex flex-col gap-4">
			<p role="status" className="sr-only">
				Loading the reports...
			</p>
			{[1, 2, 3].map((row) => (
				<SkeletonRow key={row} />
			))}
		</div>
	)
}

function ReportsFailed({ onTryAgain }: { onTryAgain: () => void }) {
	return (
		<Notice
			tone="error"
			title="The reports are stuck in traffic"
			action={
				<Button variant="secondary" size="sm" onPress={onTryAgain}>
					Try again
				</Button>
			}
		>
			None of them is lost, but they did not arrive here.
		</Notice>
	)
}

const NoReports = () => (
	<EmptyState title="Nobody honks">
		No driver has complained about a rating. When one presses 'Not fair? Report it' on their profile, it turns up here.
	</EmptyState>
)
