/*
 * Every page of the browser app. src-ui/routes has them, and pages.test.ts holds the two together. The server, the browser
 * app, its service worker and the desktop app all know pages by this list; it needs nothing of any of them.
 */

/** The parts of the host's page, in the order of its navigation. */
const HOST_PAGES = {
	'/host': null,
	'/host/people': null,
	'/host/ghosts': null,
	'/host/invitations': null,
	'/host/backups': null,
	'/host/reports': null,
	'/host/journal': null,
} as const
export type HostPath = keyof typeof HOST_PAGES
export const HOST_PATHS = Object.keys(HOST_PAGES) as HostPath[]

/** Where members find their own card, and visitors the log-in. Before the cards of others, which it would be one of. */
export const OWN_CARD = '/infographic/me' as const

/** Their addresses, and what stands in the place of '*': a number, the code of a link, or a month. */
export const PAGES = {
	'/': null,
	'/add-driver': null,
	'/auth': null,
	'/auth/*': 'number',
	'/claim/*': 'code',
	'/email/*': 'code',
	'/home': null,
	...HOST_PAGES,
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

// The mark leaves both out of the browser app's first load, which has no use for them.
export const PAGE_PATHS = /* @__PURE__ */ Object.keys(PAGES) as PagePath[]

/** The page that is the same for everybody, which browsers keep for when there is no network. No page of the router. */
export const NEUTRAL_PAGE = '/offline.html'

/** Made at the first question. */
let patterns: { path: PagePath; segments: string[] }[] | undefined

/**
 * The page at an address, '/claim/*', or null when the browser app's router knows no such page. Like the router it takes
 * capitals, percent signs and slashes at either end as they come.
 */
export function pageAt(address: string): PagePath | null {
	const asked = segmentsOf(address)
	patterns ??= PAGE_PATHS.map((path) => ({ path, segments: segmentsOf(path) }))
	const found = patterns.find(
		({ segments }) => segments.length === asked.length && segments.every((segment, at) => fits(segment, asked[at])),
	)
	return found?.path ?? null
}

/** What stands in the place of '*' in the address of a page: its last segment. */
export const namedAt = (address: string): string => decodeURIComponent(segmentsOf(address).at(-1) ?? '')

/** Without the empty ones at both ends. By hand: a regex that looks for slashes at the end takes a second for 16,000. */
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
