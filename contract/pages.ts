/*
 * All pages of the browser app. pages.test.ts keeps the list consistent with src-ui/routes. The server, the browser app, its
 * service worker and the desktop app share it, so it imports none of them.
 */

const HOST_PAGES = {
	'/host': null,
	'/host/people': null,
	'/host/invitations': null,
	'/host/backups': null,
	'/host/reports': null,
} as const
export type HostPath = keyof typeof HOST_PAGES
export const HOST_PATHS = Object.keys(HOST_PAGES) as HostPath[]

/**
 * Shows members their own card and sends visitors to the log-in. It precedes the other cards because their pattern
 * matches it too.
 */
export const OWN_CARD = '/infographic/me' as const

/** Paths, each with the kind of text that its '*' stands for: a number, a link's token, or a month. */
export const PAGES = {
	'/': null,
	'/add-driver': null,
	'/auth': null,
	'/auth/*': 'number',
	'/claim/*': 'code',
	'/email/*': 'code',
	'/glovebox': null,
	'/home': null,
	...HOST_PAGES,
	// Former pages, which redirect to People and to the Overview.
	'/host/ghosts': null,
	'/host/journal': null,
	[OWN_CARD]: null,
	'/infographic/*': 'number',
	'/invite/*': 'code',
	'/oidc/callback': null,
	'/poster/*': 'number',
	'/profile/*': 'number',
	'/rating/*': 'number',
	'/receipts/*': 'month',
	'/reset/*': 'code',
	'/settings': null,
	'/share-ghost/*': 'number',
	'/trip/new': null,
	'/trip/*': 'code',
	'/unsubscribe/*': 'code',
	'/verdicts': null,
	'/wrapped': null,
} as const satisfies Record<string, 'number' | 'code' | 'month' | null>
export type PagePath = keyof typeof PAGES

// The PURE marks let the bundler drop both constants from the browser app's first load, which does not use them.
export const PAGE_PATHS = /* @__PURE__ */ Object.keys(PAGES) as PagePath[]

/** The user-independent page that browsers cache for offline use. The router does not know it. */
export const NEUTRAL_PAGE = '/offline.html'

let patterns: { path: PagePath; segments: string[] }[] | undefined

/**
 * The page of a path, such as '/claim/*', or null if the browser app's router has none. Like the router, it tolerates
 * capitals, percent encoding, and slashes at either end.
 */
export function pageAt(address: string): PagePath | null {
	const asked = segmentsOf(address)
	patterns ??= PAGE_PATHS.map((path) => ({ path, segments: segmentsOf(path) }))
	const found = patterns.find(
		({ segments }) => segments.length === asked.length && segments.every((segment, at) => fits(segment, asked[at])),
	)
	return found?.path ?? null
}

export const namedAt = (address: string): string => decodeURIComponent(segmentsOf(address).at(-1) ?? '')

/** Splits without empty segments at both ends. Not a regex: matching trailing slashes takes a second for 16,000 of them. */
function segmentsOf(path: string): string[] {
	const segments = path.split('/')
	const first = segments.findIndex((segment) => segment !== '')
	return first < 0 ? [] : segments.slice(first, segments.findLastIndex((segment) => segment !== '') + 1)
}

function fits(pattern: string, asked = ''): boolean {
	if (asked === '') return false
	try {
		const segment = decodeURIComponent(asked)
		return pattern === '*' || pattern === segment.toLowerCase()
	} catch {
		return false
	}
}
