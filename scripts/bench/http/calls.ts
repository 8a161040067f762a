import { SEED_PASSWORD } from '#db/seed.ts'
import { ASKER, cookieOf, DRIVER, LOGIN_NAME, RATERS } from './bench-data.ts'

/** One request, or, where several people make it, one a person. */
export type Call = {
	name: string
	method: 'GET' | 'POST'
	path: string
	/** In turn, from request to request. None: nobody is signed in. */
	cookies: readonly string[]
	headers?: Record<string, string>
	body?: object
	status: number
	connections: number
	/** Whether what it answers is JSON, which all contestants answer alike. */
	isJson: boolean
	/** What differs from one answer to the next. */
	varying?: readonly string[]
	/** 'read' and 'rating' have targets of their own. */
	kind: 'read' | 'rating' | 'log-in'
	/** Whether its answer depends on how much is in the file at all. */
	isOfData: boolean
}

const read = { method: 'GET', status: 200, cookies: [cookieOf(ASKER)], connections: 16, kind: 'read' } as const
const ofData = { ...read, isJson: true, isOfData: true } as const
const ofApp = { ...read, headers: { 'accept-encoding': 'gzip, deflate, br' }, isJson: false, isOfData: false } as const
const rating = {
	method: 'POST',
	path: '/api/ratings',
	cookies: RATERS.map(cookieOf),
	body: { driverId: DRIVER, rideQuality: 'smooth', safetyFeeling: 'safe', vibeQuality: 'good', starRating: 5 },
	status: 201,
	isJson: true,
	varying: ['id', 'createdAt', 'raterId', 'rater_id'],
	kind: 'rating',
	isOfData: true,
} as const

/** By the names that `--calls` takes. `asset`: the path of a file of the browser app. */
export const benchCalls = (asset: string) =>
	({
		user: { ...ofData, name: 'one user', path: `/api/users/${DRIVER}` },
		home: { ...ofData, name: 'home of a member with 30 drivers', path: '/api/home' },
		stats: { ...ofData, name: "a card's statistics", path: `/api/drivers/${DRIVER}/stats` },
		ratings20: { ...ofData, name: '20 ratings of a driver', path: `/api/ratings/driver/${DRIVER}?limit=20` },
		ratings100: { ...ofData, name: '100 ratings of a driver', path: `/api/ratings/driver/${DRIVER}?limit=100` },
		page: { ...ofApp, name: "a page's HTML", path: '/home' },
		asset: { ...ofApp, name: 'a hashed asset', path: asset },
		rate1: { ...rating, name: 'a durable rating, 1 client', connections: 1 },
		rate64: { ...rating, name: 'durable ratings, 64 clients', connections: 64 },
		login: {
			name: 'log-in',
			method: 'POST',
			path: '/api/login',
			cookies: [],
			body: { username: LOGIN_NAME, password: SEED_PASSWORD },
			status: 200,
			// Two hashes run at once, and a hash is all the work there is.
			connections: 4,
			isJson: true,
			varying: ['lastRatingNotificationAt', 'lastRatingReceivedAt'],
			kind: 'log-in',
			isOfData: false,
		},
	}) satisfies Record<string, Call>

export type CallName = keyof ReturnType<typeof benchCalls>
export const callNames = Object.keys(benchCalls('')) as CallName[]

/** Makes the call once. `decompress: false` leaves the bytes as they came. */
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

/** What a raw answer says, unzipped if need be. */
export async function plainText(answer: Response): Promise<string> {
	const bytes = await answer.bytes()
	return new TextDecoder().decode(answer.headers.get('content-encoding') === 'gzip' ? Bun.gunzipSync(bytes) : bytes)
}

/** The nonce in the policy of a page. */
export const nonceIn = (headers: Headers) => headers.get('content-security-policy')?.match(/'nonce-([^']+)'/)?.[1]
