/** The address of every page. src-ui/routes has them; ui-routes.test.ts holds the two together. */
export const PAGE_PATTERNS = [
	'/',
	'/add-driver',
	'/auth',
	'/auth/*',
	'/claim/*',
	'/home',
	'/host',
	'/host/backups',
	'/host/ghosts',
	'/host/invitations',
	'/host/journal',
	'/host/people',
	'/host/reports',
	// Before the cards of others, which it would be one of.
	'/infographic/me',
	'/infographic/*',
	'/invite/*',
	'/poster/*',
	'/profile/*',
	'/rating/*',
	'/reset/*',
	'/settings',
	'/share-ghost/*',
	'/verdicts',
]

const PAGES = PAGE_PATTERNS.map((pattern) => ({ pattern, segments: segmentsOf(pattern) }))

/**
 * The pattern of a page's address, '/claim/*', or null when the browser app's router knows no such page. Like the router
 * it takes capitals, percent signs and slashes at either end as they come.
 */
export function pageAt(path: string): string | null {
	const asked = segmentsOf(path)
	const found = PAGES.find(
		({ segments }) => segments.length === asked.length && segments.every((segment, at) => fits(segment, asked[at])),
	)
	return found?.pattern ?? null
}

/** What stands in the place of '*' in the address of a page: its last segment. */
export const namedAt = (path: string): string => decodeURIComponent(segmentsOf(path).at(-1) ?? '')

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
