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
import { askToLogInAgain } from './log-in-again.ts'

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

/** Goes up with every sign-in and sign-out: the answer to a question asked before it changes nothing any more. */
let turn = 0

const SIGNED_OUT_LATER_KEY = 'logoutPending'

const isLogoutPending = () => remembered(localStorage, SIGNED_OUT_LATER_KEY, v.literal(true)) !== null

export const sessionQuery = queryOptions({
	queryKey: ['/api/user'],
	queryFn: findSession,
	// Shown while the server is asked; without anything remembered nobody needs asking.
	initialData: (): Session | undefined => {
		const user = rememberedUser()
		// Who logged out without network must not be greeted by name: the session is ended first.
		if (mayBeSignedIn) return user && !isLogoutPending() ? { kind: 'member', user } : undefined
		return user ? undefined : { kind: 'visitor' }
	},
	initialDataUpdatedAt: 0,
	staleTime: 0,
	refetchOnMount: true,
	refetchOnWindowFocus: true,
	refetchInterval: 30_000,
})

async function findSession(): Promise<Session> {
	const asked = turn
	const found = await askServer()
	if (asked !== turn) return knownSession() ?? { kind: 'visitor' }
	mayBeSignedIn = found.kind === 'member'
	if (found.kind === 'member') rememberUser(found.user)
	return found
}

async function askServer(): Promise<Session> {
	if (isLogoutPending()) {
		await finishPendingLogout()
		return { kind: 'visitor' }
	}
	const user = rememberedUser()
	try {
		if (mayBeSignedIn) return { kind: 'member', user: await api.get('/api/user', OwnUser) }
	} catch (error) {
		// Only a clear 'no' ends a session; without network, or with a server that restarts, people stay who they are.
		if (!hasStatus(error, 401)) {
			const before = knownSession()
			if (before?.kind === 'member') return before
			if (user) return { kind: 'member', user }
			throw error
		}
	}
	if (!user) return { kind: 'visitor' }
	try {
		const known = await orNull(api.get(`/api/users/${user.id}`, VisibleUser))
		// The server shows these fields to nobody else: they have signed in again, in another tab.
		const own = v.safeParse(OwnUser, known)
		if (own.success) return { kind: 'member', user: own.output }
		return { kind: known ? 'ended' : 'lost', user }
	} catch {
		return { kind: 'ended', user }
	}
}

const knownSession = (): Session | undefined => queryClient.getQueryData(sessionQuery.queryKey)

const know = (session: Session) => queryClient.setQueryData(sessionQuery.queryKey, session)

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
	turn += 1
	mayBeSignedIn = true
	rememberUser(user)
	// A login replaces the session that an unheard logout left behind.
	remember(localStorage, SIGNED_OUT_LATER_KEY, null)
	know({ kind: 'member', user })
	askToLogInAgain(false)
	forgetWhatOthersMaySee()
}

/**
 * Ends the session here whatever the server says. Rejects when the server did not hear: everything here is done
 * then all the same, and the server is told again before anything else happens.
 */
export async function signOut(): Promise<void> {
	forgetUser()
	remember(localStorage, SIGNED_OUT_LATER_KEY, true)
	try {
		await endSessionOnServer()
	} finally {
		forgetWhatTheySaw()
	}
}

/** Ends a session whose logout the server has not heard; tried again later if it still cannot be reached. */
export async function finishPendingLogout(): Promise<void> {
	if (!isLogoutPending()) return
	try {
		await endSessionOnServer()
	} catch (error) {
		console.warn('Still signed in on the server', error)
	}
}

async function endSessionOnServer() {
	await api.post('/api/logout', undefined, v.unknown())
	remember(localStorage, SIGNED_OUT_LATER_KEY, null)
}

/** Forgets the remembered user of an ended or lost session: from here on a visitor. */
export function becomeVisitor() {
	forgetUser()
	forgetWhatTheySaw()
}

function forgetUser() {
	turn += 1
	mayBeSignedIn = false
	rememberUser(null)
	know({ kind: 'visitor' })
	askToLogInAgain(false)
}

/** Call when a write was refused although we believed to be signed in: finds out what happened, and asks to log in. */
export async function recheckSession(): Promise<void> {
	await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
	if (knownSession()?.kind === 'ended') askToLogInAgain(true)
}

/** After a failed write: only a 'not signed in' or 'not yours' says something about the session. */
export function recheckSessionIfRefused(error: unknown) {
	if (hasStatus(error, 401) || hasStatus(error, 403)) void recheckSession()
}

/** Everything but the session itself may look different to another person. */
function forgetWhatOthersMaySee() {
	queryClient.removeQueries({ predicate: (query) => isNotSession(query) && query.getObserversCount() === 0 })
	void queryClient.invalidateQueries({ predicate: isNotSession })
}

/** What is on the screen goes too, at once: the next person may sit down while the server is away. */
function forgetWhatTheySaw() {
	queryClient.removeQueries({ predicate: (query) => isNotSession(query) && query.getObserversCount() === 0 })
	void queryClient.resetQueries({ predicate: isNotSession })
}

const isNotSession = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== sessionQuery.queryKey[0]

/** Signing in or out in one tab is signing in or out in all of them. */
export function followOtherTabs() {
	window.addEventListener('storage', (event) => {
		if (event.key !== CURRENT_USER_KEY) return
		turn += 1
		mayBeSignedIn = event.newValue !== null
		void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
		forgetWhatOthersMaySee()
	})
}
