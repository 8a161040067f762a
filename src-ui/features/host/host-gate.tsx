import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import type { UserId } from '#contract/ids.ts'
import type { HostPath } from '#contract/pages.ts'
import { useSession } from '#ui/features/accounts/session/session-context.ts'
import { ApiError, hasStatus } from '#ui/platform/api-client.ts'
import { PasswordDialog } from './confirm/password-dialog.tsx'
import {
	FindingOut,
	GotOut,
	HostAccountLost,
	HostSessionEnded,
	NobodyAnswers,
	OnlyHosts,
} from './host-gate-screens.tsx'

/**
 * Who may look: `children` are there for hosts alone, so nobody else asks anything under /api/host. A host whose session
 * ends keeps them, with whatever they had begun.
 */
export function HostGate({ path, title, children }: { path: HostPath; title: string; children: ReactNode }) {
	const session = useSession()
	const { data: viewer, isFetching, refetch } = useSuspenseQuery(session.query)
	const [host, setHost] = useState<UserId | null>(null)
	useAskAgainWhenRefused()

	if (viewer.kind === 'visitor') {
		// Who has just logged out here is on the way home already.
		return host === null ? <Navigate to="/auth" search={{ next: path }} replace /> : <GotOut next={path} />
	}
	const isHost = viewer.kind === 'member' ? viewer.user.isHost : undefined
	if (isHost && host !== viewer.user.id) setHost(viewer.user.id)
	if (isHost || (viewer.kind === 'ended' && host === viewer.user.id))
		return (
			<Fragment key={viewer.user.id}>
				{children}
				<PasswordDialog username={viewer.user.username} />
			</Fragment>
		)
	if (viewer.kind === 'ended') return <HostSessionEnded title={title} />
	if (viewer.kind === 'lost') return <HostAccountLost title={title} />
	if (isHost === false) return <OnlyHosts />
	return isFetching ? <FindingOut title={title} /> : <NobodyAnswers title={title} onTryAgain={() => void refetch()} />
}

/** Somebody may have stopped being host, or have been logged out, in another tab or by another host. */
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
