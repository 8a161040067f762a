/** The first word of every page's address. src-ui/routes has them; ui-routes.test.ts holds the two together. */
const PAGES = new Set(
	'add-driver auth claim home infographic invite profile rating reset settings share-ghost'.split(' '),
)

/** The pattern of a page's address: '/claim/*'. Anything else that somebody asked for is '/*'. */
export function routeOfPage(path: string): string {
	const [, page = '', ...rest] = path.split('/')
	if (path === '/') return path
	if (!PAGES.has(page)) return '/*'
	return rest.length === 0 ? `/${page}` : `/${page}/*`
}
