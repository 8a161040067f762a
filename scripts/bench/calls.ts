import { ALL_GOOD } from '#contract/impressions.ts'
import { cookieOf, DRIVER, RATERS, READER } from './data.ts'

export type Call = {
	name: string
	method: 'GET' | 'POST'
	path: string
	/** Rotates from request to request. */
	cookies: readonly string[]
	headers?: Record<string, string>
	body?: object
	status: number
	connections: number
	/** JSON fields that differ from one response to the next. */
	varying?: readonly string[]
	/** The limit does not implement this call, so only builds are compared. */
	isOnlyOurs?: true
}

const read = { method: 'GET', status: 200, cookies: [cookieOf(READER)], connections: 32 } as const
const rating = {
	method: 'POST',
	path: '/api/ratings',
	cookies: RATERS.map(cookieOf),
	body: { driverId: DRIVER, ...ALL_GOOD, starRating: 5 },
	status: 201,
	varying: ['id', 'createdAt', 'raterId', 'rater_id'],
} as const
const page = { headers: { 'accept-encoding': 'gzip, deflate, br' }, isOnlyOurs: true } as const

/** The table of calls, keyed by the names that `--calls` accepts. */
export const benchCalls = {
	user: { ...read, name: 'one user', path: `/api/users/${DRIVER}` },
	home: { ...read, name: 'home of a member with 30 drivers', path: '/api/home' },
	ratings: { ...read, name: '100 ratings of a driver', path: `/api/ratings/driver/${DRIVER}?limit=100` },
	page: { ...read, ...page, name: "a page's HTML", path: '/home' },
	search: { ...read, isOnlyOurs: true, name: 'a search that finds nobody', path: '/api/users?limit=5&search=xq' },
	rate1: { ...rating, name: 'a durable rating, 1 client', connections: 1 },
	rate64: { ...rating, name: 'durable ratings, 64 clients', connections: 64 },
} satisfies Record<string, Call>

export type CallName = keyof typeof benchCalls

/** Makes the call once. */
export const ask = (origin: string, { method, path, cookies, headers = {}, body }: Call) =>
	fetch(origin + path, {
		method,
		headers: {
			...headers,
			...(cookies[0] && { cookie: cookies[0] }),
			...(body && { 'content-type': 'application/json' }),
		},
		body: body && JSON.stringify(body),
	})
