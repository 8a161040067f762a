import { hashKey, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { OwnUser } from '#contract/accounts.ts'
import { hasStatus } from '#ui/platform/api-client.ts'
import { CURRENT_USER_KEY, KEPT_TRIPS_KEY, remember, rememberedUser, rememberUser } from '#ui/platform/storage.ts'
import { isLogoutPending, logOutOnServer, noteLogoutPending } from './pending-logout.ts'
import { findViewer, type Viewer } from './viewer.ts'

export type Session = ReturnType<typeof createSession>

/** Keeps who is using this browser. One for each page; a test makes its own. */
export function createSession(queryClient: QueryClient) {
	/**
	 * Whether asking for the user can succeed. The page says so at first, so that visitors provoke no 401; the one that is
	 * kept for when there is no network cannot know.
	 */
	const said = document.documentElement.dataset.session
	let mayBeSignedIn = said === 'live' || (said === 'unknown' && rememberedUser() !== null)
	/** Counts sign-ins and sign-outs: the answer to a question asked before the last of them changes nothing any more. */
	let changes = 0
	const logInAgain = createFlag()

	const query = queryOptions({
		queryKey: ['session'] as const,
		queryFn: async (): Promise<Viewer> => {
			const changesBefore = changes
			const found = await findViewer(mayBeSignedIn, viewer())
			if (changes !== changesBefore) return viewer() ?? { kind: 'visitor' }
			const before = viewer()
			if (found.kind === 'member' && before?.kind === 'member' && before.user.id !== found.user.id)
				forgetWhatOthersMaySee()
			mayBeSignedIn = found.kind === 'member'
			if (found.kind === 'member' && !isForgottenElsewhere()) rememberUser(found.user)
			return found
		},
		// Shown while the server is asked; without anything remembered nobody needs asking.
		initialData: (): Viewer | undefined => {
			const user = rememberedUser()
			// Who logged out without network must not be greeted by name: the session is ended first.
			if (mayBeSignedIn) return user && !isLogoutPending() ? { kind: 'member', user } : undefined
			return user ? undefined : { kind: 'visitor' }
		},
		initialDataUpdatedAt: 0,
		staleTime: 0,
		refetchOnMount: true,
		refetchOnWindowFocus: true,
		refetchOnReconnect: true,
		refetchInterval: 30_000,
	})

	/** Another tab has just logged out, or in as another member: its event may come after an answer from before. */
	function isForgottenElsewhere(): boolean {
		const known = viewer()
		return known?.kind === 'member' && rememberedUser()?.id !== known.user.id
	}

	/** Known at this moment; a component asks useViewer, which renders it again when that changes. */
	const viewer = (): Viewer | undefined => queryClient.getQueryData(query.queryKey)
	const know = (viewer: Viewer) => queryClient.setQueryData(query.queryKey, viewer)
	const ask = () => queryClient.invalidateQueries({ queryKey: query.queryKey })
	const sessionHash = hashKey(query.queryKey)
	const isNotSession = ({ queryHash }: { queryHash: string }) => queryHash !== sessionHash

	/** Everything but the session itself may look different to another person. */
	function forgetWhatOthersMaySee() {
		forgetUnused()
		void queryClient.invalidateQueries({ predicate: isNotSession })
	}

	/** What is on the screen goes too, at once: the next person may sit down while the server is away. */
	function forgetWhatTheySaw() {
		forgetUnused()
		void queryClient.resetQueries({ predicate: isNotSession })
	}

	const forgetUnused = () =>
		queryClient.removeQueries({ predicate: (query) => isNotSession(query) && query.getObserversCount() === 0 })

	function forgetUser() {
		changes += 1
		mayBeSignedIn = false
		rememberUser(null)
		remember('localStorage', KEPT_TRIPS_KEY, null)
		know({ kind: 'visitor' })
		logInAgain.set(false)
	}

	/** Call when a write was refused although we believed to be signed in: finds out what happened, and asks to log in. */
	async function recheck(): Promise<void> {
		await ask()
		if (viewer()?.kind === 'ended') logInAgain.set(true)
	}

	return {
		query,
		viewer,
		/** Whether the dialog is open that lets a person whose session has ended log in again, over whatever they do. */
		logInAgain,
		recheck,

		/** After a failed write: only a 'not signed in' or 'not yours' says something about the session. */
		recheckIfRefused(error: unknown) {
			if (hasStatus(error, 401) || hasStatus(error, 403)) void recheck()
		},

		/** Call with the server's answer after log in, sign up or rename. */
		signedIn(user: OwnUser) {
			changes += 1
			mayBeSignedIn = true
			rememberUser(user)
			// This log-in replaces a session whose log-out the server has not heard.
			noteLogoutPending(false)
			const before = viewer()
			// Only `whoAmI` tells whether they are host, and what others did to their account; what is known of the same person stays until it has answered.
			const same = before?.kind === 'member' && before.user.id === user.id ? before.user : undefined
			know({ kind: 'member', user: { ...same, ...user } })
			if (same?.isHost === undefined) void ask()
			logInAgain.set(false)
			forgetWhatOthersMaySee()
		},

		/**
		 * Ends the session here whatever the server says. Rejects when the server did not hear: everything here is done
		 * then all the same, and the server is told again before anything else happens.
		 */
		async signOut(): Promise<void> {
			forgetUser()
			noteLogoutPending(true)
			try {
				await logOutOnServer()
			} finally {
				forgetWhatTheySaw()
			}
		},

		/** Forgets the remembered user of an ended or lost session: from here on a visitor. */
		becomeVisitor() {
			forgetUser()
			forgetWhatTheySaw()
		},

		/** Signing in or out in one tab is signing in or out in all of them. */
		followOtherTabs() {
			window.addEventListener('storage', (event) => {
				if (event.key !== CURRENT_USER_KEY) return
				changes += 1
				mayBeSignedIn = event.newValue !== null
				void ask()
				forgetWhatOthersMaySee()
			})
		},
	}
}

/** Yes or no, and whoever wants to know of a change: the form that React's useSyncExternalStore takes. */
function createFlag() {
	let isSet = false
	const listeners = new Set<() => void>()
	return {
		isSet: () => isSet,
		set(isSetNow: boolean) {
			isSet = isSetNow
			for (const listener of listeners) listener()
		},
		subscribe(listener: () => void) {
			listeners.add(listener)
			return () => {
				listeners.delete(listener)
			}
		},
	}
}
