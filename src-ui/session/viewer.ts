import * as v from 'valibot'
import { getUser, OwnUser, type SignedInUser, whoAmI } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import { api, hasStatus, orNull } from '#ui/platform/api-client.ts'
import { type RememberedUser, rememberedUser } from '#ui/platform/storage.ts'
import { finishPendingLogout, isLogoutPending } from './pending-logout.ts'

export type Member = RememberedUser & Partial<SignedInUser>

/**
 * Who is using this browser.
 * - `visitor`: nobody we know.
 * - `member`: signed in.
 * - `ended`: the account exists, but the server has closed the session: let them log in again, lose nothing.
 * - `lost`: the server no longer knows the account (its data was reset): let them recreate it.
 */
export type Viewer =
	| { kind: 'visitor' }
	| { kind: 'member'; user: Member }
	| { kind: 'ended' | 'lost'; user: RememberedUser }

/** Asks the server. `before` is whom we took them for until now; only whoever may be signed in is asked after. */
export async function findViewer(mayBeSignedIn: boolean, before: Viewer | undefined): Promise<Viewer> {
	if (isLogoutPending()) {
		await finishPendingLogout()
		return { kind: 'visitor' }
	}
	const user = rememberedUser()
	try {
		if (mayBeSignedIn) return { kind: 'member', user: await api.send(whoAmI) }
	} catch (error) {
		// Only a clear 'no' ends a session; without network, or with a server that restarts, people stay who they are.
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
		// The server shows these fields to nobody else: they have signed in again, in another tab.
		const own = v.safeParse(OwnUser, known)
		if (own.success) return { kind: 'member', user: own.output }
		return { kind: known ? 'ended' : 'lost', user }
	} catch {
		return { kind: 'ended', user }
	}
}

/** Also when the session has ended meanwhile: a name half typed must not go away with it. */
export const isOwnProfile = (viewer: Viewer, id: UserId): boolean => viewer.kind !== 'visitor' && viewer.user.id === id
