import { hashKey, type QueryClient } from '@tanstack/react-query'
import { finishPendingLogout, isLogoutPending } from '#ui/session/pending-logout.ts'
import type { Session } from '#ui/session/session.ts'
import { instanceQuery } from './instance.api.ts'

type Pages = { queryClient: QueryClient; session: Session }

/**
 * After a logout, a sign-in proxy would offer the same account again, so the page continues to the proxy's logout once
 * the server has confirmed ours.
 */
export function leaveByTheDoor({ queryClient, session }: Pages, goTo = (url: string) => window.location.assign(url)) {
	const sessionHash = hashKey(session.query.queryKey)
	let before = session.viewer()?.kind
	return queryClient.getQueryCache().subscribe(({ query }) => {
		if (query.queryHash !== sessionHash) return
		const now = session.viewer()?.kind
		// An expired session is not a logout.
		const hasLeft = before === 'member' && now === 'visitor'
		before = now
		if (hasLeft) leave().catch(() => undefined)
	})

	async function leave() {
		const { proxy } = (await queryClient.ensureQueryData(instanceQuery)).signIn
		if (!proxy?.logOutUrl) return
		await finishPendingLogout()
		if (!isLogoutPending()) goTo(proxy.logOutUrl)
	}
}
