import type { UserId } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import { recentTexts } from '#server/bounded-map.ts'
import { addressKey, type Client, clientOf, type Viewer } from '#server/http/client.ts'
import { newToken, tokenHash } from '#server/tokens.ts'
import { guestTokens } from './guest-tokens.ts'

const DAY_SECONDS = 86_400
export const SESSION_DAYS = 30
const GUEST_DAYS = 30
/** Longer than a pending login is valid, so that a member who returns too late reads the reason. */
const LOG_IN_SECONDS = 600
const EXCHANGED_MS = 60_000
const EXCHANGED_MAX = 1000

export type SignedInBy = 'password' | 'passkey' | 'oidc' | 'proxy'

/** Identity's view of the accounts: `open` returns the token of the new cookie, `find` the user who owns the session. */
export type Sessions = {
	open(userId: UserId, userAgent: string | null, by: SignedInBy): string
	find(token: string): { userId: UserId; isRenewed: boolean } | null
	/** Closes all of them in one write. `ago` spares sessions opened within the last `ago` milliseconds. */
	close(tokens: readonly string[], ago?: number): void
}

/** Identity's view of page-language.ts. */
type Languages = {
	of(request: Request, viewer: Viewer): Language
	followSetting(request: Request, member: UserId): void
}

export type NextGuest = ReturnType<Identity['nextGuest']>

export type Identity = ReturnType<typeof createIdentity>

/**
 * The session cookie is the only identity; ids in paths and bodies are assertions that routes compare with it. Cookies are
 * limited to the base path ('' or '/rides').
 */
export function createIdentity(sessions: Sessions, basePath: string, { followSetting, of: languageFor }: Languages) {
	const cookieName = (kind: CookieKind, { isHttps }: Client) => prefix(isHttps, basePath) + kind

	const presented = (request: Request, kind: CookieKind) =>
		cookieValues(request.headers.get('cookie'), cookieName(kind, clientOf(request)))

	/** Ignores both of two cookies with one name: a neighbouring host may have set one of them. */
	const tokenIn = (request: Request, kind: CookieKind) => {
		const [token = '', ...others] = presented(request, kind)
		return others.length === 0 && TOKEN.test(token) ? token : null
	}

	const setCookie = (request: Request, kind: CookieKind, value: string, maxAgeSeconds: number) => {
		const client = clientOf(request)
		const name = cookieName(kind, client)
		const lineFor = (path: string, text: string, maxAge: number) =>
			new Bun.Cookie(name, text, { path, maxAge, httpOnly: true, sameSite: 'lax', secure: client.isHttps }).serialize()
		const others = client.cookies.filter((other) => !other.startsWith(`${name}=`))
		client.cookies = [...others, lineFor(basePath || '/', value, maxAgeSeconds)]
		// Removes the cookie set before the server had a base path; otherwise the browser would send both for weeks and
		// neither would count.
		if (basePath !== '' && presented(request, kind).length > 1) client.cookies.push(lineFor('/', '', 0))
	}

	/** Ends every session whose cookie came with this request, so that no second cookie signs the browser in again. */
	const closePresented = (request: Request, ago?: number) => {
		const tokens = presented(request, 'session').filter((token) => TOKEN.test(token))
		if (tokens.length > 0) sessions.close(tokens, ago)
		return tokens
	}

	const exchanged = recentTexts(EXCHANGED_MAX, EXCHANGED_MS)
	const guests = guestTokens()

	const viewerOf = (request: Request): Viewer => {
		const client = clientOf(request)
		if (client.viewer) return client.viewer
		const token = tokenIn(request, 'session')
		const session = token ? sessions.find(token) : null
		if (token && session?.isRenewed) setCookie(request, 'session', token, SESSION_DAYS * DAY_SECONDS)
		const guestToken = tokenIn(request, 'guest')
		client.viewer = { userId: session?.userId ?? null, guestKey: guestToken ? tokenHash(guestToken) : null }
		return client.viewer
	}

	return {
		viewerOf,
		languageOf: (request: Request) => languageFor(request, viewerOf(request)),

		/**
		 * Clears the cookie of a session that no longer exists, on pages and on the home list. It spares a cookie that
		 * this browser has just exchanged, because a late answer to an earlier request would clear the new one.
		 */
		forgetDeadSession(request: Request) {
			const token = tokenIn(request, 'session')
			if (token && viewerOf(request).userId === null && !exchanged.has(token)) setCookie(request, 'session', '', 0)
		},

		/** The hash of the session token, as the database stores it; null without a session cookie. */
		sessionOf(request: Request): string | null {
			const token = tokenIn(request, 'session')
			return token ? tokenHash(token) : null
		},

		/** Issues a new token at every sign-in and ends the old one, against session fixation. */
		signIn(request: Request, userId: UserId, by: SignedInBy) {
			for (const previous of closePresented(request)) exchanged.add(previous)
			const token = sessions.open(userId, request.headers.get('user-agent'), by)
			setCookie(request, 'session', token, SESSION_DAYS * DAY_SECONDS)
			followSetting(request, userId)
		},

		/**
		 * `ago` is the time since the member signed out, if this is a retry. Another tab may have signed in since, and
		 * this answer may arrive after that tab's, so a retry clears no cookie; neither does a request whose session was
		 * exchanged meanwhile. A dead cookie opens nothing, and the next page clears it.
		 */
		signOut(request: Request, ago?: number) {
			const tokens = closePresented(request, ago)
			if (ago === undefined && !tokens.some((token) => exchanged.has(token))) setCookie(request, 'session', '', 0)
		},

		/**
		 * Identifies the tab that started an external login; null if it has started none. It requires the tab's cookie and
		 * its secret: an attacker can plant the cookie, and no browser sends the secret by itself.
		 */
		tabOf(request: Request, tabSecret: string): string | null {
			const cookie = tokenIn(request, tabCookie(tabSecret))
			return cookie && tabKey(cookie, tabSecret)
		},

		/** Identifies a tab that starts a login. Each tab has its own cookie, so that two can start at once. */
		beginInTab(request: Request, tabSecret: string): string {
			const kind = tabCookie(tabSecret)
			const cookie = tokenIn(request, kind) ?? newToken()
			setCookie(request, kind, cookie, LOG_IN_SECONDS)
			return tabKey(cookie, tabSecret)
		},

		/**
		 * Returns the key of the next guest cookie, as the database stores it, and a function that sends that cookie with the
		 * answer. `browserKey` comes from the browser: see guest-tokens.ts.
		 */
		nextGuest(request: Request, browserKey: string | undefined) {
			const client = clientOf(request)
			const cookie = tokenIn(request, 'guest')
			const byCookie = cookie === null ? null : { cookie, address: addressKey(client) }
			const guest = guests.begin(browserKey === undefined ? byCookie : { browserKey })
			client.nextGuest = guest
			return {
				nextGuestKey: tokenHash(guest.token),
				keepGuest: () => setCookie(request, 'guest', guest.token, GUEST_DAYS * DAY_SECONDS),
			}
		},
	}
}

type CookieKind = 'session' | 'guest' | `oidc_${string}`

const TAB_NAME_LENGTH = 16
const tabCookie = (tabSecret: string): CookieKind => `oidc_${tokenHash(tabSecret).slice(0, TAB_NAME_LENGTH)}`
const tabKey = (cookie: string, tabSecret: string) => `${cookie} ${tabSecret}`

/**
 * The strongest prefix that a browser accepts: `__Host-` needs https and the path `/`, `__Secure-` only https. Plain http
 * (LAN, desktop) uses another name, because all ports of a host share their cookies.
 */
function prefix(isHttps: boolean, basePath: string): string {
	if (!isHttps) return 'backseat_'
	return basePath === '' ? '__Host-backseat_' : '__Secure-backseat_'
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/

/**
 * Values of all cookies with this name, malformed ones included. Bun.CookieMap drops a name without '=', so two cookies
 * would count as one.
 */
export function cookieValues(header: string | null, name: string): string[] {
	const values: string[] = []
	if (!header?.includes(name)) return values
	for (const part of header.split(';')) {
		const pair = part.trim()
		if (pair === name || (pair.startsWith(name) && pair[name.length] === '=')) values.push(pair.slice(name.length + 1))
	}
	return values
}
