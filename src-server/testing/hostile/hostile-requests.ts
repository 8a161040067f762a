import * as fc from 'fast-check'
import { NEUTRAL_PAGE, PAGE_PATHS, PAGES } from '#contract/pages.ts'
import { hostileBody, type Knowledge } from './hostile-bodies.ts'
import { type Header, hostileHeaders, hostileHost } from './hostile-headers.ts'
import { nastySegment, nastyText, oneToSixty } from './hostile-text.ts'
import { KNOWN_QUERY_NAMES, type KnownCall } from './known-calls.ts'

export type Who = 'visitor' | 'guest' | 'member'

/** One request as it is sent, except for the cookies, which depend on the sender. */
export type HostileRequest = {
	who: Who
	method: string
	/** The target in the first line, never normalized. */
	target: string
	host: string
	headers: Header[]
	body: Uint8Array | null
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE']

/** Addresses outside the API: pages, files, and files that must not be served. */
const ADDRESSES = [
	...PAGE_PATHS.map((path) => path.replace('*', PAGES[path] === 'number' ? '2' : 'x')),
	NEUTRAL_PAGE,
	'/me',
	'/index.html',
	'/robots.txt',
	'/manifest.webmanifest',
	'/sw.js',
	'/favicon.svg',
	'/assets/',
	'/assets/x-12345678.js',
	'/ui',
	'/../../etc/passwd',
	'/..%2f..%2fetc/passwd',
	'/%2e%2e/%2e%2e/backseat.db',
	'/assets/../../backseat.db',
	'/.env',
	'/backseat.db',
	'/backseat-data/backseat.db',
	'/%00',
	'/assets/%00.js',
	'/index.html.br',
	'/\\..\\..\\x',
	'/metrics',
	'/api',
	'/api/',
	'/api/nope',
	'/api/docs',
	'/api/docs/json',
	'/api/__proto__',
	'/apix',
	'/API/users',
	'/api/users/%',
]

const QUERY_KEYS = [...KNOWN_QUERY_NAMES, 'ratingId', 'driverId', 'token', '__proto__', 'a[b]']

function targets(route: KnownCall | null, basePath: string, known: Knowledge): fc.Arbitrary<string> {
	const path = route ? filled(route.path, known) : fc.constantFrom(...ADDRESSES).map((page) => basePath + page)
	return fc.tuple(path, oneToSixty, queries(known)).map(([tidy, side, query]) => {
		if (side === 1) return `/${tidy}${query}`
		if (side === 2) return `${tidy}/${query}`
		if (side === 3) return tidy.toUpperCase() + query
		if (side === 4) return tidy.replaceAll('/', '//') + query
		if (side === 5) return tidy.replace('/api', '/x/../api') + query
		if (side === 6) return tidy.replace('/api', '/%61pi') + query
		if (side === 7) return tidy.slice(basePath.length) + query
		if (side === 8) return `${tidy};x=1${query}#part`
		return tidy + query
	})
}

/** A route's address with a value for each parameter, usually of the right kind. */
function filled(path: string, { ids, ratingIds, tokens }: Knowledge): fc.Arbitrary<string> {
	const segments = path.split('/').map((segment) => {
		if (segment === '*') return nastySegment
		if (!segment.startsWith(':')) return fc.constant(segment)
		const proper = fc.constantFrom(...[...ids, ...ratingIds].map(String))
		const token = fc.constantFrom(...tokens)
		return fc.oneof(
			{ weight: 4, arbitrary: /token/i.test(segment) ? token : proper },
			{ weight: 2, arbitrary: nastySegment },
		)
	})
	return fc.tuple(...segments).map((parts) => parts.join('/'))
}

function queries({ ids }: Knowledge): fc.Arbitrary<string> {
	const value = fc.oneof(
		fc.constantFrom('1', '500', '501', '-1', 'json', 'csv', '', '%', '%00', ...ids.map(String)),
		nastyText.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 500))),
	)
	const pair = fc.tuple(fc.constantFrom(...QUERY_KEYS), value).map(([name, text]) => `${name}=${text}`)
	return fc.oneof(
		{ weight: 4, arbitrary: fc.constant('') },
		{ weight: 3, arbitrary: fc.array(pair, { maxLength: 4 }).map((pairs) => `?${pairs.join('&')}`) },
		{
			weight: 1,
			arbitrary: fc.constantFrom('?', '??', '?&&&', '?=', '?%', `?${'a&'.repeat(1000)}`, `?a=${'b'.repeat(3000)}`),
		},
	)
}

/** Any request to any route, and to other addresses. `origin` is the server's. */
export function hostileRequests(options: {
	routes: readonly KnownCall[]
	origin: string
	basePath?: string
	known: Knowledge
}): fc.Arbitrary<HostileRequest> {
	const { routes, origin, basePath = '', known } = options
	const { host } = new URL(origin)
	const to = (route: KnownCall | null): fc.Arbitrary<HostileRequest> => {
		const own = route?.method ?? 'GET'
		return fc
			.record({
				who: fc.constantFrom<Who>('visitor', 'guest', 'member'),
				method: fc.oneof(
					{ weight: 9, arbitrary: fc.constant(own) },
					{ weight: 1, arbitrary: fc.constantFrom(...METHODS) },
				),
				target: targets(route, basePath, known),
				host: hostileHost(host),
				headers: hostileHeaders,
				body: hostileBody(route?.body, known),
			})
			.map((request) => ({ ...request, ...typed(request) }))
	}
	return fc.oneof(...routes.map((route) => ({ weight: 1, arbitrary: to(route) })), {
		weight: Math.floor(routes.length / 4),
		arbitrary: to(null),
	})
}

/** A GET has no body; most other requests declare JSON, as a browser would. */
function typed({ method, headers, body }: Pick<HostileRequest, 'method' | 'headers' | 'body'>) {
	if (method === 'GET' || method === 'HEAD' || body === null) return { body: null }
	const isTyped = headers.some(([name]) => name === 'Content-Type')
	return { headers: isTyped ? headers : [['Content-Type', 'application/json'] satisfies Header, ...headers] }
}

/** A request as text, for finding the fault in its answer. */
export function described({ who, method, target, host, headers, body }: HostileRequest): string {
	const lines = [
		`${method} ${target} (${who})`,
		`Host: ${host}`,
		...headers.map(([name, value]) => `${name}: ${value}`),
	]
	const text = body === null ? '(no body)' : JSON.stringify(new TextDecoder('latin1').decode(body.slice(0, 2000)))
	return [...lines, '', text].join('\n')
}
