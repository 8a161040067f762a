import { hashKey, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { OwnUser } from '#contract/accounts.ts'
import { hasStatus } from '#ui/platform/api-client.ts'
import {
	CURRENT_USER_KEY,
	KEPT_TRIPS_KEY,
	noteHomeShape,
	remember,
	rememberedUser,
	rememberUser,
} from '#ui/platform/storage.ts'
import { isLogoutPending, logOutOnServer, noteLogoutPending } from './pending-logout.ts'
import { findViewer, type Viewer } from './viewer.ts'

export type Session = ReturnType<typeof createSession>

/** Tracks the viewer of this browser. One per page; tests create their own. */
export function createSession(queryClient: QueryClient) {
	/**
	 * False skips `whoAmI`, so that visitors cause no 401. The server marks the page; the cached offline page cannot
	 * know.
	 */
	const said = document.documentElement.dataset.session
	let mayBeSignedIn = said === 'live' || (said === 'unknown' && rememberedUser() !== null)
	/** Counts logins and logouts, so that responses to older requests are ignored. */
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
		// Shown until the server responds. Without a remembered member no request is needed.
		initialData: (): Viewer | undefined => {
			const user = rememberedUser()
			// A member who logged out offline must not be greeted by name, so the logout finishes first.
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

	/** Another tab just logged out or in as another member; its storage event may arrive after an older response. */
	function isForgottenElsewhere(): boolean {
		const known = viewer()
		return known?.kind === 'member' && rememberedUser()?.id !== known.user.id
	}

	const viewer = (): Viewer | undefined => queryClient.getQueryData(query.queryKey)
	const know = (viewer: Viewer) => queryClient.setQueryData(query.queryKey, viewer)
	const ask = () => queryClient.invalidateQueries({ queryKey: query.queryKey })
	const sessionHash = hashKey(query.queryKey)
	const isNotSession = ({ queryHash }: { queryHash: string }) => queryHash !== sessionHash

	/** Refetches everything except the session, because another viewer may see different data. */
	function forgetWhatOthersMaySee() {
		forgetUnused()
		void queryClient.invalidateQueries({ predicate: isNotSession })
	}

	/** Clears visible data at once too: the next person may use the device while the server is down. */
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
		noteHomeShape({ space: 'none' })
		know({ kind: 'visitor' })
		logInAgain.set(false)
	}

	/** Call after an unexpected refusal: refetches the viewer and opens the login dialog if the session has ended. */
	async function recheck(): Promise<void> {
		await ask()
		if (viewer()?.kind === 'ended') logInAgain.set(true)
	}

	return {
		query,
		viewer,
		logInAgain,
		recheck,

		/** Call when the server has replaced this browser's session: responses in flight are about the old one. */
		renewed() {
			changes += 1
			void ask()
		},

		/** Call after a failed write: only 401 and 403 concern the session. */
		recheckIfRefused(error: unknown) {
			if (hasStatus(error, 401) || hasStatus(error, 403)) void recheck()
		},

		signedIn(user: OwnUser) {
			changes += 1
			mayBeSignedIn = true
			rememberUser(user)
			// This login replaces the session whose logout is pending.
			noteLogoutPending(false)
			const before = viewer()
			// Only `whoAmI` returns the host role and changes by others, so known values of the same member stay until it
			// responds.
			const same = before?.kind === 'member' && before.user.id === user.id ? before.user : undefined
			know({ kind: 'member', user: { ...same, ...user } })
			if (same?.isHost === undefined) void ask()
			logInAgain.set(false)
			forgetWhatOthersMaySee()
		},

		/**
		 * Ends the session locally even if the server cannot be reached. In that case it rejects, and the logout is retried
		 * before any other request.
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

		becomeVisitor() {
			forgetUser()
			forgetWhatTheySaw()
		},

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

/** Current value and subscribe function, as `useSyncExternalStore` expects. */
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
