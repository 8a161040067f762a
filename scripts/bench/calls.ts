import { ALL_GOOD } from '#contract/impressions.ts'
import { ASKER, cookieOf, DRIVER, RATERS } from './data.ts'

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
	/** True for JSON responses, which must be equal on all servers. */
	isJson: boolean
	/** JSON fields that differ from one response to the next. */
	varying?: readonly string[]
}

const read = { method: 'GET', status: 200, cookies: [cookieOf(ASKER)], connections: 16 } as const
const ofData = { ...read, isJson: true } as const
const ofApp = { ...read, headers: { 'accept-encoding': 'gzip, deflate, br' }, isJson: false } as const
const rating = {
	method: 'POST',
	path: '/api/ratings',
	cookies: RATERS.map(cookieOf),
	body: { driverId: DRIVER, ...ALL_GOOD, starRating: 5 },
	status: 201,
	isJson: true,
	varying: ['id', 'createdAt', 'raterId', 'rater_id'],
} as const

/** Keyed by the names that `--calls` accepts. `asset` is the path of a file of the browser app. */
export const benchCalls = (asset: string) =>
	({
		user: { ...ofData, name: 'one user', path: `/api/users/${DRIVER}` },
		home: { ...ofData, name: 'home of a member with 30 drivers', path: '/api/home' },
		ratings20: { ...ofData, name: '20 ratings of a driver', path: `/api/ratings/driver/${DRIVER}?limit=20` },
		ratings100: { ...ofData, name: '100 ratings of a driver', path: `/api/ratings/driver/${DRIVER}?limit=100` },
		page: { ...ofApp, name: "a page's HTML", path: '/home' },
		asset: { ...ofApp, name: 'a hashed asset', path: asset },
		rate1: { ...rating, name: 'a durable rating, 1 client', connections: 1 },
		rate64: { ...rating, name: 'durable ratings, 64 clients', connections: 64 },
	}) satisfies Record<string, Call>

export type CallName = keyof ReturnType<typeof benchCalls>
export const callNames = Object.keys(benchCalls('')) as CallName[]

/** Makes the call once. `decompress: false` keeps the raw bytes. */
export const ask = (origin: string, { method, path, cookies, headers = {}, body }: Call) =>
	fetch(origin + path, {
		method,
		headers: {
			...headers,
			...(cookies[0] && { cookie: cookies[0] }),
			...(body && { 'content-type': 'application/json' }),
		},
		body: body && JSON.stringify(body),
		decompress: false,
	})

/** The text of a raw response, decompressed if necessary. */
export async function plainText(answer: Response): Promise<string> {
	const bytes = await answer.bytes()
	return new TextDecoder().decode(answer.headers.get('content-encoding') === 'gzip' ? Bun.gunzipSync(bytes) : bytes)
}

export const nonceIn = (headers: Headers) => headers.get('content-security-policy')?.match(/'nonce-([^']+)'/)?.[1]
