import type { Call } from '#contract/call.ts'
import { GUEST_ID } from '#contract/ids.ts'
import type { Viewer } from '#server/http/client.ts'
import { notAllowed, notFound, notSignedIn } from '#server/http/problems.ts'

/** For calls that only members, or only they and guests, may make. */
export function checkKnown({ who, signInMessage }: Pick<Call, 'who' | 'signInMessage'>, { userId, guestKey }: Viewer) {
	const isKnown = userId !== null || (who === 'guest-or-member' && guestKey !== null)
	if (!isKnown) throw notSignedIn(signInMessage)
}

/** Whether strangers get 401 whatever they send. */
export const isClosed = ({ who }: Pick<Call, 'who'>) => who === 'member' || who === 'guest-or-member'

/**
 * The session is the only identity: an id that says who is calling must agree with it. The answer does not depend on
 * whether anybody has that id. Without a session one may only be a guest.
 */
export function checkOwner({ owner }: Pick<Call, 'owner'>, received: Record<string, unknown>, { userId }: Viewer) {
	if (owner === undefined) return
	const [part = '', name = ''] = owner.split('.')
	const id = (received[part] as Record<string, unknown>)[name]
	if (id === undefined) return
	if (id === null) throw notFound('User not found')
	if (userId === null && id !== GUEST_ID) throw notSignedIn()
	if (userId !== null && id !== userId) throw notAllowed()
}
