import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { OwnUser, VisibleUser } from '#contract/accounts.ts'
import { api, hasStatus, orNull } from '#ui/platform/api-client.ts'
import { queryClient } from '#ui/platform/query-client.ts'
import {
	CURRENT_USER_KEY,
	type RememberedUser,
	remember,
	remembered,
	rememberedUser,
	rememberUser,
} from '#ui/platform/storage.ts'

/**
 * Who is using this browser.
 * - `visitor`: nobody we know.
 * - `member`: signed in.
 * - `ended`: the account exists, but the server has closed the session: let them log in again, lose nothing.
 * - `lost`: the server no longer knows the account (its data was reset): let them recreate it.
 */
export type Session =
	| { kind: 'visitor' }
	| { kind: 'member'; user: RememberedUser & Partial<OwnUser> }
	| { kind: 'ended' | 'lost'; user: RememberedUser }

/** Whether asking for the user can succeed. The page says so at first, so that visitors provoke no 401. */
let mayBeSignedIn = document.documentElement.dataset.session === 'live'

const SIGNED_OUT_LATER_KEY = 'logoutPending'

export const sessionQuery = queryOptions({
	queryKey: ['/api/user'],
	queryFn: findSession,
	// Shown while the server is asked; without anything remembered nobody needs asking.
	initialData: (): Session | undefined => {
		const user = rememberedUser()
		if (mayBeSignedIn) return user ? { kind: 'member', user } : undefined
		return user ? undefined : { kind: 'visitor' }
	},
	initialDataUpdatedAt: 0,
	staleTime: 0,
	refetchOnMount: true,
	refetchOnWindowFocus: true,
	refetchInterval: 30_000,
})

async function findSession(): Promise<Session> {
	const user = rememberedUser()
	try {
		if (mayBeSignedIn) {
			const me = await api.get('/api/user', OwnUser)
			rememberUser(me)
			return { kind: 'member', user: me }
		}
	} catch (error) {
		// Only a clear 'no' ends a session; without network, or with a server that restarts, people stay who they are.
		if (!hasStatus(error, 401)) {
			if (user) return { kind: 'member', user }
			throw error
		}
		mayBeSignedIn = false
	}
	if (!user) return { kind: 'visitor' }
	try {
		const known = await orNull(api.get(`/api/users/${user.id}`, VisibleUser))
		return { kind: known ? 'ended' : 'lost', user }
	} catch {
		return { kind: 'ended', user }
	}
}

export function useSession(): Session {
	return useSuspenseQuery(sessionQuery).data
}

/** The signed-in member, or null. */
export function useMember(): (RememberedUser & Partial<OwnUser>) | null {
	const session = useSession()
	return session.kind === 'member' ? session.user : null
}

/** Call with the server's answer after log in, sign up or rename. */
export function signedIn(user: OwnUser) {
	mayBeSignedIn = true
	rememberUser(user)
	queryClient.setQueryData(sessionQuery.queryKey, { kind: 'member', user })
	forgetWhatOthersMaySee()
}

/** Ends the session here whatever the server says; a server that did not hear is told before the next login. */
export async function signOut(): Promise<void> {
	mayBeSignedIn = false
	rememberUser(null)
	queryClient.setQueryData(sessionQuery.queryKey, { kind: 'visitor' })
	try {
		await api.post('/api/logout', undefined, v.unknown())
	} catch {
		remember(localStorage, SIGNED_OUT_LATER_KEY, true)
	}
	forgetWhatOthersMaySee()
}

export async function finishPendingLogout(): Promise<void> {
	if (!remembered(localStorage, SIGNED_OUT_LATER_KEY, v.literal(true))) return
	await api.post('/api/logout', undefined, v.unknown())
	remember(localStorage, SIGNED_OUT_LATER_KEY, null)
}

/** Forgets the remembered user of an ended or lost session: from here on a visitor. */
export function becomeVisitor() {
	rememberUser(null)
	queryClient.setQueryData(sessionQuery.queryKey, { kind: 'visitor' })
}

/** Call when an answer was 401 although we believed to be signed in: finds out what happened, and says so. */
export function recheckSession(): Promise<void> {
	return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

/** Everything but the session itself may look different to another person. */
function forgetWhatOthersMaySee() {
	queryClient.removeQueries({
		predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] && query.getObserversCount() === 0,
	})
	void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] })
}

/** Signing in or out in one tab is signing in or out in all of them. */
export function followOtherTabs() {
	window.addEventListener('storage', (event) => {
		if (event.key !== CURRENT_USER_KEY) return
		mayBeSignedIn = event.newValue !== null
		void queryClient.invalidateQueries()
	})
}
