import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { REPOSITORY } from '#server/testing/server-process.ts'
import { PAGE_PATHS, type PagePath, pageAt } from './pages.ts'

/** '/rating/$id' of every file in src-ui/routes. */
const paths = readdirSync(join(REPOSITORY, 'src-ui', 'routes'))
	.filter((name) => name !== '__root.tsx')
	.map((name) => name.replace(/\.tsx$/, '').replace(/(^|\.)index$/, ''))
	.map((name) => `/${name.replaceAll('.', '/')}`)

const asPattern = (path: string) => path.replace(/\/\$\w+/g, '/*') as PagePath

/** The pattern of the page that the browser app's router finds for an address, or null. */
function routerFinds(address: string): string | null {
	const root = createRootRoute()
	const routeTree = root.addChildren(paths.map((path) => createRoute({ getParentRoute: () => root, path })))
	const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) })
	const [, params, found] = router.getMatchedRoutes(router.latestLocation.pathname)
	// The router also returns the nearest page, with the unmatched rest of the address under '**'.
	return found && !params['**'] ? asPattern(found.fullPath) : null
}

test('every route of the browser app is in the list of pages, and every page has a route', () => {
	expect(paths.map(asPattern).sort()).toEqual([...PAGE_PATHS].sort())

	for (const path of paths) expect([path, pageAt(path)]).toEqual([path, asPattern(path)])
})

const words = (text: string) => text.trim().split(/\s+/)
const KNOWN = words(`
	/ // /home /home/ /home// //home /Home /HOME/ /hom%65 /auth /auth/ /auth/1 /auth/1/ /rating/2
	/rating/2/ /Rating/2 /rating/x.php /rating/2%2Fx /rating/%C3%BC /rating/0 /claim/a.b /claim/%20
	/add-driver /share-ghost/7 /invite/x /reset/x /profile/7 /infographic/7 /infographic/me
	/Infographic/ME/ /infographic/m%65 /poster/7 /host /host/ /Host/Journal/ /host/people
`)
const UNKNOWN = words(`
	/nope /nope/home /home/x /home.php /home%2f /home;x /constructor /__proto__ /* /rating/*/* /rating
	/rating/ /rating// /rating//2 /rating/2/x /rating/2//x /auth/1/2 /claim/% /claim/%zz /settings/x
	/poster /host/nope /host/people/7 /api /apix /assets/x.js /index.html /.well-known/x
`)

test('the server knows exactly the pages that the browser app knows, in every spelling [spec 8.18]', () => {
	for (const address of KNOWN)
		expect([address, pageAt(address)]).toEqual([address, routerFinds(address) ?? 'not in the router'])
	for (const address of UNKNOWN) expect([address, pageAt(address), routerFinds(address)]).toEqual([address, null, null])
})

test('addresses of the greatest length are matched at once [T24]', () => {
	const start = process.cpuUsage()

	// Longer than any real address: work that grows with the square of the length would take minutes.
	for (const part of ['/', '/%', '/a', '%41', '/home', '//x/']) expect(pageAt(`/x${part.repeat(200_000)}x`)).toBeNull()
	const { user, system } = process.cpuUsage(start)
	expect((user + system) / 1000).toBeLessThan(5000)
})
