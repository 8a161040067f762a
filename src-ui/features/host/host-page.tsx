import type { ReactNode } from 'react'
import { HOST_PATHS, type HostPath } from '#contract/pages.ts'
import { t, tn } from '#contract/text.ts'
import { BackLink, BareLink } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useMember } from '#ui/session/session-context.ts'
import { HostGate } from './host-gate.tsx'
import './host.css'

export type HostPageProps = {
	path: HostPath
	title: string
	lead: string
	children: ReactNode
}

export function HostPage({ path, title, lead, children }: HostPageProps) {
	return (
		<HostGate path={path} title={title}>
			<Page width="wide">
				<PageTitle>{title}</PageTitle>
				<div className="host-page">
					<div className="host-head">
						<BackLink to="/home" label={t('Back to Home')} />
						<div className="min-w-0">
							<h1>{title}</h1>
							<p className="mt-1.5 text-muted">{lead}</p>
						</div>
					</div>
					<Parts />
					<div className="min-w-0">{children}</div>
				</div>
			</Page>
		</HostGate>
	)
}

const LABELS: Record<HostPath, string> = {
	'/host': t('Overview'),
	'/host/people': t('People'),
	'/host/invitations': t('Invitations'),
	'/host/backups': t('Backups'),
	'/host/reports': t('Reports'),
}

function Parts() {
	const waiting = useMember()?.reportsWaiting ?? 0
	return (
		<nav aria-label={t('Behind the wheel')}>
			<ul className="host-parts">
				{HOST_PATHS.map((path) => (
					<li key={path}>
						<BareLink to={path} activeOptions={{ exact: true, includeSearch: false }} className="host-part">
							{LABELS[path]}
							{path === '/host/reports' && waiting > 0 ? (
								<>
									<span aria-hidden="true" className="host-part-count">
										{waiting}
									</span>
									<span className="sr-only">{tn('(# waiting)', '(# waiting)', waiting)}</span>
								</>
							) : null}
						</BareLink>
					</li>
				))}
			</ul>
		</nav>
	)
}
