import type { UserId } from '#contract/ids.ts'
import { addressKey, type Client, clientOf, type Viewer } from '#server/http/client.ts'
import { newToken, tokenHash } from '#server/tokens.ts'
import { guestTokens } from './guest-tokens.ts'

const DAY_SECONDS = 86_400
export const SESSION_DAYS = 30
const GUEST_DAYS = 30
/** Longer than a log-in that was begun counts: a person who comes back too late reads that. */
const LOG_IN_SECONDS = 600

/** What opened a session. */
export type SignedInBy = 'password' | 'passkey' | 'oidc' | 'proxy'

/** What identity needs of the accounts: `open` returns the new cookie's token, `find` the user it belongs to. */
export type Sessions = {
	open(userId: UserId, userAgent: string | null, by: SignedInBy): string
	find(token: string): { userId: UserId; isRenewed: boolean } | null
	/** In one write, however many. `ago`: only those that were open so many milliseconds ago. */
	close(tokens: readonly string[], ago?: number): void
}

export type Identity = ReturnType<typeof createIdentity>

/**
 * The session cookie is the only identity; ids in paths and bodies are assertions that routes compare with it.
 * Under a base path ('' or '/rides') the cookies are for that path only.
 */
export function createIdentity(sessions: Sessions, basePath: string) {
	const cookieName = (kind: CookieKind, { isHttps }: Client) => prefix(isHttps, basePath) + kind

	const presented = (request: Request, kind: CookieKind) =>
		cookieValues(request.headers.get('cookie'), cookieName(kind, clientOf(request)))

	/** Of two cookies with one name nobody knows which is ours: a neighbour of this host may have set the other. */
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
		// From before there was a base path: for weeks two would come, and none would count.
		if (basePath !== '' && presented(request, kind).length > 1) client.cookies.push(lineFor('/', '', 0))
	}

	/** Ends every session whose cookie came with this request: if our cookie goes, no other may take its place. */
	const closePresented = (request: Request, ago?: number) => {
		const tokens = presented(request, 'session').filter((token) => TOKEN.test(token))
		if (tokens.length > 0) sessions.close(tokens, ago)
		return tokens
	}

	const exchanged = recentTexts()
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

		/**
		 * Takes a cookie back whose session is no more; pages and the home list do so. Not one that this browser has just
		 * exchanged for another: the request was under way meanwhile, and its late answer would take the new one.
		 */
		forgetDeadSession(request: Request) {
			const token = tokenIn(request, 'session')
			if (token && viewerOf(request).userId === null && !exchanged.has(token)) setCookie(request, 'session', '', 0)
		},

		/** How the database knows the session of this request (the hash of its token); null without a cookie for one. */
		sessionOf(request: Request): string | null {
			const token = tokenIn(request, 'session')
			return token ? tokenHash(token) : null
		},

		/** A new token at every sign-in; the one that came with the request ends. */
		signIn(request: Request, userId: UserId, by: SignedInBy) {
			for (const previous of closePresented(request)) exchanged.add(previous)
			const token = sessions.open(userId, request.headers.get('user-agent'), by)
			setCookie(request, 'session', token, SESSION_DAYS * DAY_SECONDS)
		},

		/**
		 * `ago`: when the person logged out, if this is a retry. Another tab may have logged in since then, and the answer may
		 * come after that tab's: it takes no cookie back, and neither does one whose session was exchanged meanwhile. A dead
		 * cookie that stays opens nothing, and the next page takes it back.
		 */
		signOut(request: Request, ago?: number) {
			const tokens = closePresented(request, ago)
			if (ago === undefined && !tokens.some((token) => exchanged.has(token))) setCookie(request, 'session', '', 0)
		},

		/**
		 * By what a log-in elsewhere is known that this tab has begun; null where it has begun none. It takes the cookie and the
		 * secret of the tab: an attacker can plant the one, and no browser sends the other by itself.
		 */
		tabOf(request: Request, tabSecret: string): string | null {
			const cookie = tokenIn(request, tabCookie(tabSecret))
			return cookie && tabKey(cookie, tabSecret)
		},

		/** The same for a tab that begins one. Each tab has a cookie of its own, so that two may begin at once. */
		beginInTab(request: Request, tabSecret: string): string {
			const kind = tabCookie(tabSecret)
			const cookie = tokenIn(request, kind) ?? newToken()
			setCookie(request, kind, cookie, LOG_IN_SECONDS)
			return tabKey(cookie, tabSecret)
		},

		/**
		 * The cookie that a guest gets for the rating in this request, as the database knows it. `remember` sends it, `end` is
		 * called once the answer is made. `browserKey` is what the browser says of itself: see guest-tokens.ts.
		 */
		nextGuest(request: Request, browserKey: string | undefined) {
			const cookie = tokenIn(request, 'guest')
			const byCookie = cookie === null ? null : { cookie, address: addressKey(clientOf(request)) }
			const { token, end } = guests.begin(browserKey === undefined ? byCookie : { browserKey })
			return {
				guestKey: tokenHash(token),
				remember: () => setCookie(request, 'guest', token, GUEST_DAYS * DAY_SECONDS),
				end,
			}
		},
	}
}

type CookieKind = 'session' | 'guest' | `oidc_${string}`

const TAB_NAME_LENGTH = 16
const tabCookie = (tabSecret: string): CookieKind => `oidc_${tokenHash(tabSecret).slice(0, TAB_NAME_LENGTH)}`
const tabKey = (cookie: string, tabSecret: string) => `${cookie} ${tabSecret}`

/**
 * The strongest prefix a browser takes: `__Host-` needs https and the path `/`, `__Secure-` only https. On plain http
 * (LAN, desktop) the name differs, as all ports of one host share their cookies.
 */
function prefix(isHttps: boolean, basePath: string): string {
	if (!isHttps) return 'backseat_'
	return basePath === '' ? '__Host-backseat_' : '__Secure-backseat_'
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/

/**
 * The value of each cookie of this name, well-formed or not. By hand, as Bun.CookieMap drops a name without '=', and two
 * cookies would then count as one.
 */
function cookieValues(header: string | null, name: string): string[] {
	const values: string[] = []
	if (!header?.includes(name)) return values
	for (const part of header.split(';')) {
		const pair = part.trim()
		if (pair === name || (pair.startsWith(name) && pair[name.length] === '=')) values.push(pair.slice(name.length + 1))
	}
	return values
}

const RECENT_MS = 60_000
const RECENT_MAX = 1000

/** Remembers texts for a minute, a thousand of them at most. */
function recentTexts() {
	const noted = new Map<string, number>()
	return {
		add(text: string) {
			noted.set(text, performance.now())
			if (noted.size > RECENT_MAX) for (const oldest of noted.keys()) if (noted.delete(oldest)) break
		},
		has: (text: string) => performance.now() - (noted.get(text) ?? Number.NEGATIVE_INFINITY) < RECENT_MS,
	}
}
