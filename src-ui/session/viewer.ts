import { getUser, type SignedInUser, whoAmI } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import { api, hasStatus, orNull } from '#ui/platform/api-client.ts'
import { type RememberedUser, rememberedUser } from '#ui/platform/storage.ts'
import { finishPendingLogout, isLogoutPending } from './pending-logout.ts'

export type Member = RememberedUser & Partial<SignedInUser>

/**
 * The user of this browser.
 * - `visitor`: unknown.
 * - `member`: signed in.
 * - `ended`: the account exists, but the server has closed the session; a new login keeps unfinished work.
 * - `lost`: the server no longer knows the account, because its data was reset; the user can recreate it.
 */
export type Viewer =
	| { kind: 'visitor' }
	| { kind: 'member'; user: Member }
	| { kind: 'ended' | 'lost'; user: RememberedUser }

/** `before` is the viewer known until now. Sends no request if `mayBeSignedIn` is false. */
export async function findViewer(mayBeSignedIn: boolean, before: Viewer | undefined): Promise<Viewer> {
	if (isLogoutPending()) {
		await finishPendingLogout()
		return { kind: 'visitor' }
	}
	const user = rememberedUser()
	try {
		if (mayBeSignedIn) return { kind: 'member', user: await api.send(whoAmI) }
	} catch (error) {
		// Only a 401 ends a session; offline or during a server restart the viewer stays.
		if (!hasStatus(error, 401)) {
			if (before?.kind === 'member') return before
			if (user) return { kind: 'member', user }
			throw error
		}
	}
	return user ? endedOrLost(user) : { kind: 'visitor' }
}

async function endedOrLost(user: RememberedUser): Promise<Viewer> {
	try {
		const known = await orNull(api.send(getUser, { params: { id: user.id } }))
		// Only the member gets these fields, so they have signed in again in another tab.
		if (known?.email !== undefined) return { kind: 'member', user: known }
		return { kind: known ? 'ended' : 'lost', user }
	} catch {
		return { kind: 'ended', user }
	}
}

/**
 * The rater to submit as. A member whose session has ended is still sent as that member: the server refuses and they
 * log in again, instead of rating anonymously by accident. A member lost by the server counts as a guest.
 */
export const raterOf = (viewer: Viewer | undefined): UserId =>
	viewer?.kind === 'member' || viewer?.kind === 'ended' ? viewer.user.id : GUEST_ID

/** Also true after the session has ended, so that a half-typed name survives. */
export const isOwnProfile = (viewer: Viewer, id: UserId): boolean => viewer.kind !== 'visitor' && viewer.user.id === id
