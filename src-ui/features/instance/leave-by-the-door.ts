import { hashKey, type QueryClient } from '@tanstack/react-query'
import { finishPendingLogout, isLogoutPending } from '#ui/session/pending-logout.ts'
import type { Session } from '#ui/session/session.ts'
import { instanceQuery } from './instance.api.ts'

type Pages = { queryClient: QueryClient; session: Session }

/**
 * A proxy in front that knows people would offer the same seat again to one who has logged out here: the page goes on to
 * where they log out of it, once the server has heard.
 */
export function leaveByTheDoor({ queryClient, session }: Pages, goTo = (url: string) => window.location.assign(url)) {
	const sessionHash = hashKey(session.query.queryKey)
	let before = session.viewer()?.kind
	return queryClient.getQueryCache().subscribe(({ query }) => {
		if (query.queryHash !== sessionHash) return
		const now = session.viewer()?.kind
		// A session that ended by itself makes no visitor of its member.
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
