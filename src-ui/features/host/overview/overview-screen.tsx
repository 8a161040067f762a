import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { DoctorFinding, Overview } from '#contract/host/overview.ts'
import { messageInWords, t, tn } from '#contract/text.ts'
import { journalQuery, overviewQuery } from '#ui/features/host/host.api.ts'
import { HostPage } from '#ui/features/host/host-page.tsx'
import { Journal } from '#ui/features/host/journal/journal.tsx'
import { Loaded } from '#ui/kit/feedback/loaded.tsx'
import { Skeleton } from '#ui/kit/feedback/notice.tsx'
import { T } from '#ui/kit/t.tsx'
import { AlertsLine } from './alerts-line.tsx'
import { DashboardReceipt } from './dashboard-receipt.tsx'
import { findingInWords, litOf, WarningLights } from './warning-lights.tsx'
import { WayIn } from './way-in.tsx'
import './overview.css'

export const HostOverviewScreen = () => (
	<HostPage path="/host" title={t('Behind the wheel')} lead={t('How this Backseat is doing, and what needs you.')}>
		<Glance />
		<JournalBelow />
	</HostPage>
)

const Glance = () => (
	<Loaded
		query={useQuery(overviewQuery)}
		loading={t('Looking at the instruments...')}
		onTheWay={<OnTheWay />}
		failed={() => ({
			title: t('The instruments are dark'),
			text: t('How things are could not be found out just now.'),
		})}
	>
		{(overview) => <Instruments overview={overview} />}
	</Loaded>
)

/** Loads with the overview, but is shown after it, because the number of lights above is unknown until then. */
function JournalBelow() {
	const { isPending } = useQuery(overviewQuery)
	const { isPending: isJournalPending } = useInfiniteQuery(journalQuery)
	return isPending ? null : <JournalSection isPending={isJournalPending} />
}

/** The journal's former page redirects here. Scrolls once the journal has its height. */
function JournalSection({ isPending }: { isPending: boolean }) {
	const hash = useLocation({ select: ({ hash }) => hash })
	const isRequested = hash === 'journal'
	const section = useRef<HTMLElement>(null)
	useEffect(() => {
		if (isRequested && !isPending) section.current?.scrollIntoView()
	}, [isRequested, isPending])
	return (
		<section ref={section} aria-labelledby="journal" className="mt-8 scroll-mt-4">
			<h2 id="journal">{t('Journal')}</h2>
			<p className="mt-1.5 mb-6 text-muted">
				{t('What hosts and the terminal did here in the last 90 days. Never who rated whom.')}
			</p>
			<Journal />
		</section>
	)
}

function Instruments({ overview }: { overview: Overview }) {
	const lit = litOf(overview.findings)
	return (
		<div className="overview">
			{lit.length > 0 ? <WarningLights lit={lit} /> : null}
			<DashboardReceipt overview={overview} lit={lit.length} />
			<WayIn addresses={overview.addresses} passkeys={overview.passkeys} />
			{overview.alerts ? <AlertsLine alerts={overview.alerts} /> : null}
			<ChecksMade findings={overview.findings} />
		</div>
	)
}

function OnTheWay() {
	return (
		<div className="overview">
			<Skeleton className="h-112 rounded-xl" />
			<Skeleton className="h-112 rounded-xl" />
		</div>
	)
}

function ChecksMade({ findings }: { findings: DoctorFinding[] }) {
	const fine = findings.filter(({ state, accepted }) => accepted || state === 'ok' || state === 'unknown')
	return (
		<details className="overview-wide checks-made">
			<summary>{tn('# check is fine', '# checks are fine', fine.length)}</summary>
			<dl>
				{fine.map((finding) => (
					<div key={finding.about}>
						<dt>{messageInWords(finding.about)}</dt>
						<dd>{fineInWords(finding)}</dd>
					</div>
				))}
			</dl>
			<p>
				<T
					text="This is what can be checked while driving. In a terminal, {command} looks at more: whether every page of the data is whole, and whether the public address leads here."
					command={<code dir="ltr">backseat doctor</code>}
				/>
			</p>
		</details>
	)
}

function fineInWords(finding: DoctorFinding): string {
	const { says } = findingInWords(finding)
	if (finding.accepted) return t('fine for you: {says}', { says })
	return finding.state === 'unknown' ? t('cannot be told: {says}', { says }) : says
}
