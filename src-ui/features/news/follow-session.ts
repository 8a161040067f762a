import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { UserId } from '#contract/ids.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import type { Session } from '#ui/session/session.ts'
import { pushMember, repairSubscription, unsubscribePush } from './push-subscription.ts'

type Followed = { queryClient: QueryClient; session: Session }

const followed = new WeakSet<Session>()

/**
 * Looks once, when the page starts, whether this phone still rings for the member; and from then on that it rings for nobody
 * else: after a log-out it is silent at once, also when the server has not heard of that.
 */
export function followSession({ queryClient, session }: Followed, { isLookedAt = false } = {}) {
	if (followed.has(session)) return
	followed.add(session)
	let lookedFor: UserId | null = isLookedAt ? pushMember() : null

	async function look() {
		const wanted = pushMember()
		const viewer = session.viewer()
		// Of an ended session the server has forgotten the phone; it is told again when the member is back.
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

	// Not in the event itself: signing in forgets what was asked for until then, and would cancel what this asks for.
	const lookSoon = () => void setTimeout(() => look().catch((error) => console.warn('This phone may not ring', error)))
	const sessionHash = hashKey(session.query.queryKey)
	queryClient.getQueryCache().subscribe(({ query }) => {
		if (query.queryHash === sessionHash) lookSoon()
	})
	lookSoon()
}
