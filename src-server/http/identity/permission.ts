import type { Call } from '#contract/call.ts'
import type { UserId } from '#contract/ids.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import type { Viewer } from '#server/http/client.ts'
import { notAllowed, notFound, notSignedIn } from '#server/http/problems.ts'

export type Hosts = {
	isHost(request: Request, userId: UserId): boolean
	isConfirmed(request: Request): boolean
}

export function checkKnown({ who, signInReason }: Pick<Call, 'who' | 'signInReason'>, { userId, guestKey }: Viewer) {
	const isKnown = userId !== null || (who === 'guest-or-member' && guestKey !== null)
	if (!isKnown) throw notSignedIn(signInReason)
}

export const isClosed = ({ who }: Pick<Call, 'who'>) => who === 'member' || who === 'guest-or-member' || who === 'host'

export const isActByLink = ({ method, isConfirmed }: Pick<Call, 'method' | 'isConfirmed'>) =>
	method === 'GET' && isConfirmed === true

/** For calls reserved for hosts; those that change data also require a recent password confirmation. */
export function checkHost(
	{ who, isConfirmed }: Pick<Call, 'who' | 'isConfirmed'>,
	{ request, userId, hosts }: { request: Request; userId: UserId | null; hosts: Hosts },
) {
	if (who !== 'host') return
	if (userId === null || !hosts.isHost(request, userId)) throw notAllowed('not_host')
	if (isConfirmed && !hosts.isConfirmed(request)) throw notAllowed('confirm_first')
}

/**
 * The session is the only identity, so an id in the request that names the caller must match it. The answer does not
 * reveal if the id exists. A caller without a session can only be a guest.
 */
export function checkOwner({ owner }: Pick<Call, 'owner'>, received: Record<string, unknown>, { userId }: Viewer) {
	if (owner === undefined) return
	const [part = '', name = ''] = owner.split('.')
	const id = (received[part] as Record<string, unknown>)[name]
	if (id === undefined) return
	if (id === null) throw notFound('user_not_found')
	if (userId === null && id !== GUEST_ID) throw notSignedIn()
	if (userId !== null && id !== userId) throw notAllowed()
}
