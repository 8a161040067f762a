import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import type { UserId } from '#contract/ids.ts'
import type { HostPath } from '#contract/pages.ts'
import { t } from '#contract/text.ts'
import { Button, TryAgain } from '#ui/kit/button.tsx'
import { EmptyState } from '#ui/kit/feedback/empty-state.tsx'
import { Spinner } from '#ui/kit/feedback/loaded.tsx'
import { Notice } from '#ui/kit/feedback/notice.tsx'
import { LinkButton } from '#ui/kit/navigation/link.tsx'
import { Page } from '#ui/kit/page/page.tsx'
import { ApiError, hasStatus } from '#ui/platform/api-client.ts'
import { PageTitle } from '#ui/platform/page-title.tsx'
import { useSession } from '#ui/session/session-context.ts'
import { PasswordDialog } from './password-dialog.tsx'

/**
 * Renders `children` for hosts only, so no other viewer sends requests under /api/host. A host whose session expires
 * keeps them, including half-filled forms.
 */
export function HostGate({ path, title, children }: { path: HostPath; title: string; children: ReactNode }) {
	const session = useSession()
	const { data: viewer, isFetching, refetch } = useSuspenseQuery(session.query)
	const [host, setHost] = useState<UserId | null>(null)
	useAskAgainWhenRefused()

	if (viewer.kind === 'visitor') {
		// A host who has just logged out is already navigating home.
		return host === null ? <Navigate to="/auth" search={{ next: path }} replace /> : <GotOut next={path} />
	}
	const isHost = viewer.kind === 'member' ? viewer.user.isHost : undefined
	if (isHost && host !== viewer.user.id) setHost(viewer.user.id)
	if (isHost || (viewer.kind === 'ended' && host === viewer.user.id))
		return (
			<Fragment key={viewer.user.id}>
				{children}
				<PasswordDialog me={viewer.user} />
			</Fragment>
		)
	if (viewer.kind === 'ended') return <HostSessionEnded title={title} />
	if (viewer.kind === 'lost') return <HostAccountLost title={title} />
	if (isHost === false) return <OnlyHosts />
	return isFetching ? <FindingOut title={title} /> : <NobodyAnswers title={title} onTryAgain={() => void refetch()} />
}

/** After a refusal, refetches: another tab or host may have ended the session or removed the role. */
function useAskAgainWhenRefused() {
	const queryClient = useQueryClient()
	const { query } = useSession()
	useEffect(
		() =>
			queryClient.getQueryCache().subscribe((event) => {
				if (event.type !== 'updated' || event.action.type !== 'error' || !isRefused(event.action.error)) return
				void queryClient.invalidateQueries({ queryKey: query.queryKey })
			}),
		[queryClient, query],
	)
}

const isRefused = (error: unknown) =>
	hasStatus(error, 401) || (error instanceof ApiError && error.problemCode === 'not_host')

function OnlyHosts() {
	return (
		<Page action={<BackToHome />}>
			<PageTitle>{t('Behind the wheel')}</PageTitle>
			<EmptyState headingLevel="h1" title={t('Only hosts sit behind the wheel here.')}>
				{t('Somebody else looks after this Backseat. You do what you do best: comment from behind.')}
			</EmptyState>
		</Page>
	)
}

function FindingOut({ title }: { title: string }) {
	return (
		<Page width="wide">
			<PageTitle>{title}</PageTitle>
			<h1 className="sr-only">{title}</h1>
			<Spinner label={t('Adjusting the mirrors...')} />
		</Page>
	)
}

function NobodyAnswers({ title, onTryAgain }: { title: string; onTryAgain: () => void }) {
	return (
		<Titled title={title} action={<BackToHome />}>
			<Notice tone="error" title={t('Nobody at the wheel')} action={<TryAgain onPress={onTryAgain} />}>
				{t('The server does not answer. It may be restarting, or out of reach.')}
			</Notice>
		</Titled>
	)
}

function HostSessionEnded({ title }: { title: string }) {
	const session = useSession()
	return (
		<Titled title={title} action={<BackToHome />}>
			<EmptyState
				title={t('The engine is off')}
				action={
					<Button variant="secondary" onPress={() => session.logInAgain.set(true)}>
						{t('Log in again')}
					</Button>
				}
			>
				{t('Your session has ended. Log in again, and you are back where you were.')}
			</EmptyState>
		</Titled>
	)
}

function HostAccountLost({ title }: { title: string }) {
	return (
		<Titled title={title} action={<BackToHome />}>
			<Notice tone="warn">{t('Your account needs to be recreated. Add a driver to fix this issue.')}</Notice>
		</Titled>
	)
}

function GotOut({ next }: { next: HostPath }) {
	return (
		<Titled
			title={t('Behind the wheel')}
			action={
				<>
					<LinkButton to="/auth" search={{ next }} isBlock>
						{t('Log In')}
					</LinkButton>
					<BackToHome />
				</>
			}
		>
			<EmptyState title={t('You got out')}>{t('Nobody steers from the pavement. Get in first.')}</EmptyState>
		</Titled>
	)
}

function Titled({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
	return (
		<Page action={action}>
			<PageTitle>{title}</PageTitle>
			<h1 className="mb-5">{title}</h1>
			{children}
		</Page>
	)
}

const BackToHome = () => (
	<LinkButton to="/home" variant="secondary" isBlock>
		{t('Back to Home')}
	</LinkButton>
)
