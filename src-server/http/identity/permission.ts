import type { Call } from '#contract/call.ts'
import { GUEST_ID, type UserId } from '#contract/ids.ts'
import type { Viewer } from '#server/http/client.ts'
import { notAllowed, notFound, notSignedIn } from '#server/http/problems.ts'

/** What the rules need to know of a signed-in sender. */
export type Hosts = {
	isHost(request: Request, userId: UserId): boolean
	/** Whether the password was typed again within the time, in this session. */
	isConfirmed(request: Request): boolean
}

/** For calls that only members, or only they and guests, may make. */
export function checkKnown({ who, signInMessage }: Pick<Call, 'who' | 'signInMessage'>, { userId, guestKey }: Viewer) {
	const isKnown = userId !== null || (who === 'guest-or-member' && guestKey !== null)
	if (!isKnown) throw notSignedIn(signInMessage)
}

/** Whether strangers get 401 whatever they send. */
export const isClosed = ({ who }: Pick<Call, 'who'>) => who === 'member' || who === 'guest-or-member' || who === 'host'

/** What is read by following a link and is an act all the same: a download. */
export const isActByLink = ({ method, isConfirmed }: Pick<Call, 'method' | 'isConfirmed'>) =>
	method === 'GET' && isConfirmed === true

/** For calls that only hosts may make; those that change something ask for the password again. */
export function checkHost(
	{ who, isConfirmed }: Pick<Call, 'who' | 'isConfirmed'>,
	{ request, userId, hosts }: { request: Request; userId: UserId | null; hosts: Hosts },
) {
	if (who !== 'host') return
	if (userId === null || !hosts.isHost(request, userId))
		throw notAllowed('not_host', 'Only hosts sit behind the wheel here.')
	if (isConfirmed && !hosts.isConfirmed(request))
		throw notAllowed('confirm_first', 'Please type your password again first.')
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
