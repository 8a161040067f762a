import { useInfiniteQuery } from '@tanstack/react-query'
import { type Ref, useRef } from 'react'
import type { ReportedRating, ReportStatus } from '#contract/host/reports.ts'
import { listed, t } from '#contract/text.ts'
import { useActs } from '#ui/features/host/act-dialog.tsx'
import { reportsQuery } from '#ui/features/host/host.api.ts'
import { HostPage } from '#ui/features/host/host-page.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { PagedList, stuckInTraffic } from '#ui/kit/feedback/paged-list.tsx'
import { useFocusAfterRemoval } from '#ui/kit/lost-focus.ts'
import { WaitingReport } from './waiting-report.tsx'
import './reports.css'
import { impressionsInWords } from '#contract/impressions.ts'
import { nameOf } from '#ui/features/drivers/driver-name.ts'
import { REASON_WORDS } from '#ui/features/ratings/received/report-reasons.ts'
import { Avatar } from '#ui/kit/avatar/avatar.tsx'
import { StarRow } from '#ui/kit/stars/stars.tsx'
import { dayInWords } from '#ui/platform/dates-and-figures.ts'

export const HostReportsScreen = () => (
	<HostPage
		path="/host/reports"
		title={t('Reports')}
		lead={t('Ratings that their drivers call unfair. You see what was said, never by whom, and remove or keep it.')}
	>
		<Reports />
	</HostPage>
)

function Reports() {
	const query = useInfiniteQuery(reportsQuery)
	return (
		<PagedList
			query={query}
			loading={t('Loading the reports...')}
			failed={() => stuckInTraffic(t('The reports are stuck in traffic'))}
			empty={<NoReports />}
		>
			{(reports, firstNew) => <Lists reports={reports} firstNew={firstNew} />}
		</PagedList>
	)
}

type ListsProps = { reports: ReportedRating[]; firstNew: (report: ReportedRating) => Ref<HTMLLIElement> }

function Lists({ reports, firstNew }: ListsProps) {
	const waiting = reports.filter(({ status }) => status === 'reported')
	const decided = reports.filter(({ status }) => status !== 'reported')
	const heading = useRef<HTMLHeadingElement>(null)
	// Focuses the heading, from which screen readers continue to the next report.
	useFocusAfterRemoval(waiting, () => heading.current)
	const { ask, dialog } = useActs<ReportedRating>({ rows: reports, focus: () => heading.current, isDismissable: true })
	return (
		<>
			<section aria-labelledby="reports-waiting">
				<h2 id="reports-waiting" ref={heading} tabIndex={-1} className="outline-none">
					{titleOf(waiting)}
				</h2>
				{waiting.length === 0 ? <p className="mt-1.5 text-muted">{t('All decided. The horn is quiet.')}</p> : null}
				<ul className="report-cards">
					{waiting.map((report) => (
						<WaitingReport key={report.id} ref={firstNew(report)} report={report} onAsk={ask} />
					))}
				</ul>
			</section>
			{decided.length > 0 ? (
				<section aria-labelledby="reports-decided" className="mt-9">
					<h2 id="reports-decided">{t('Done with')}</h2>
					<ul className="mt-2">
						{decided.map((report) => (
							<DecidedReport key={report.id} ref={firstNew(report)} report={report} />
						))}
					</ul>
				</section>
			) : null}
			{dialog}
		</>
	)
}

function titleOf(waiting: ReportedRating[]): string {
	if (waiting.length === 0) return t('Nothing waits for you')
	return waiting.every(({ isForAnotherHost }) => isForAnotherHost)
		? t('Waiting for another host')
		: t('Waiting for you')
}

const NoReports = () => (
	<EmptyState title={t('Nobody honks')}>
		{t(
			"No driver has complained about a rating. When one presses 'Not fair? Report it' on their profile, it turns up here.",
		)}
	</EmptyState>
)

const SAID: Record<Exclude<ReportStatus, 'reported'>, { title: string; text: string }> = {
	kept: { title: t('Kept'), text: t('It stays, for good.') },
	removed: { title: t('Removed'), text: t('The rating is gone.') },
	withdrawn: {
		title: t('Over', { context: 'report' }),
		text: t('The rating is not what it was. Nothing to decide any more.'),
	},
}

function DecidedReport({ report, ref }: { report: ReportedRating; ref: Ref<HTMLLIElement> }) {
	const { driver, rating, day, reason, status } = report
	if (status === 'reported') return null
	const { title, text } = SAID[status]
	const name = nameOf(driver)
	return (
		<li ref={ref} className="report-line">
			<Avatar avatarId={driver.avatarId} name={name} size="sm" />
			<div className="min-w-0">
				<p className="font-semibold wrap-anywhere">{name}</p>
				<p className="text-sm text-muted">
					{/* Translators: {reason} is 'Not my ride' or the like; the day is that of the rating */}
					{t('{reason}, about {day}', { reason: REASON_WORDS[reason], day: dayInWords(day) })}
				</p>
			</div>
			<div className="report-rest">
				{rating ? (
					<>
						<StarRow value={rating.starRating} size="tiny" />
						<span className="text-sm text-muted">{listed(impressionsInWords(rating).map(({ word }) => word))}</span>
					</>
				) : (
					<span className="text-sm text-muted">{text}</span>
				)}
			</div>
			<p className="report-state" data-status={status}>
				{title}
			</p>
		</li>
	)
}
