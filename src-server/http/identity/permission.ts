import type { Call } from '#contract/call.ts'
import { GUEST_ID } from '#contract/ids.ts'
import type { Viewer } from '#server/http/client.ts'
import { notAllowed, notFound, notSignedIn } from '#server/http/problems.ts'

/** For calls that only members may make. */
export function checkSignedIn({ signInMessage }: Pick<Call, 'signInMessage'>, { userId }: Viewer) {
	if (userId === null) throw notSignedIn(signInMessage)
}

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
