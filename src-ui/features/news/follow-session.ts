import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import type { Session } from '#ui/session/session.ts'
import { pushMember, repairSubscription, unsubscribePush } from './push-subscription.ts'

type Followed = { queryClient: QueryClient; session: Session }

const followed = new WeakSet<Session>()

/**
 * Checks once at page start that this browser's push subscription belongs to the member, and unsubscribes it whenever
 * another viewer appears. A logout unsubscribes at once, even if the server missed the logout.
 */
export function followSession({ queryClient, session }: Followed, { isLookedAt = false } = {}) {
	if (followed.has(session)) return
	followed.add(session)
	let lookedFor: UserId | null = isLookedAt ? pushMember() : null

	async function look() {
		const wanted = pushMember()
		const viewer = session.viewer()
		// The server dropped the subscription together with the session; it is restored when the member is back.
		if (wanted === null || !viewer) return
		if (viewer.kind === 'ended' || viewer.kind === 'lost') {
			lookedFor = null
			return
		}
		if (viewer.kind === 'visitor' || viewer.user.id !== wanted) return void (await unsubscribePush())
		if (lookedFor === wanted) return
		lookedFor = wanted
		const { push } = await queryClient.ensureQueryData(instanceQuery)
		if (push) await repairSubscription(wanted, push.publicKey)
	}

	// Deferred: signing in cancels all queries, including one that started inside this event.
	const lookSoon = () => void setTimeout(() => look().catch((error) => console.warn('This phone may not ring', error)))
	const sessionHash = hashKey(session.query.queryKey)
	queryClient.getQueryCache().subscribe(({ query }) => {
		if (query.queryHash === sessionHash) lookSoon()
	})
	lookSoon()
}
