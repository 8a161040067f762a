import { mock, spyOn } from 'bun:test'
import { cleanup } from '@testing-library/react'
import type { SignedInUser } from '#contract/accounts.ts'
import type { ClaimLookup } from '#contract/claims.ts'
import { COUNT_KEYS, forEachOf } from '#contract/impressions.ts'
import type { Instance } from '#contract/instance.ts'
import type { PublicUser } from '#contract/public-user.ts'
import type { CameIn } from '#contract/sign-in.ts'
import type { DriverStats } from '#contract/stats.ts'
import { noteGuestRatings } from '#ui/features/ratings/guest-ratings.memory.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { noteServerTime } from '#ui/platform/server-clock.ts'
import { forgetUnstored } from '#ui/platform/storage.ts'
import { closeApps } from './opened-app.ts'
import { openedAt, USUAL_ADDRESS } from './page-address.ts'

/** A status and a body. A function computes them from the request, or throws to simulate a network error. */
export type FakeAnswer = readonly [status: number, body?: unknown]
export type Answers = Record<string, FakeAnswer | ((body: unknown) => FakeAnswer | Promise<FakeAnswer>)>

const WAYS_IN = /^GET \/api\/users\/\d+\/passkeys$/
const NO_PASSKEYS: FakeAnswer = [200, { passkeys: [], hasPassword: true }]

/** Fakes `fetch`, with responses by 'METHOD /path'. Unknown calls get a 404, as from the real server. */
export function fakeServer(answers: Answers) {
	const calls: { call: string; body: unknown; headers: Headers; credentials: RequestCredentials | undefined }[] = []
	const answered: Record<string, HeadersInit> = {}
	const known: Answers = { 'POST /api/events': [202, { accepted: 1 }], ...answers }
	spyOn(globalThis, 'fetch').mockImplementation((async (input: RequestInfo | URL, init?: RequestInit) => {
		const call = `${init?.method ?? 'GET'} ${String(input)}`
		const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
		calls.push({ call, body, headers: new Headers(init?.headers), credentials: init?.credentials })
		// Password prompts also query passkeys; by default nobody has any.
		const answer = known[call] ?? (WAYS_IN.test(call) ? NO_PASSKEYS : problem(404, 'Not found'))
		const [status, said] = await (typeof answer === 'function' ? answer(body) : answer)
		return new Response(said === undefined ? null : JSON.stringify(said), { status, headers: answered[call] })
	}) as typeof fetch)
	return {
		/** Replaces the response to a call. */
		answer: (call: string, answer: Answers[string]) => {
			known[call] = answer
		},
		answerHeaders: (call: string, headers: HeadersInit) => {
			answered[call] = headers
		},
		/** The `credentials` option of each request. */
		credentialsOf: (call: string) => calls.filter((made) => made.call === call).map(({ credentials }) => credentials),
		bodiesOf: (call: string) => calls.filter((made) => made.call === call).map(({ body }) => body),
		headersOf: (call: string, name: string) =>
			calls.filter((made) => made.call === call).map(({ headers }) => headers.get(name)),
		calls: () => calls.map(({ call }) => call),
	}
}

export const refusal = (status: number, code: string, message: string, field?: string): FakeAnswer => [
	status,
	{ message, code, requestId: 'test', field },
]
/** An error response with an arbitrary problem code. */
export const problem = (status: number, message: string, field?: string) => refusal(status, 'test', message, field)

export const deadNetwork = (): never => {
	throw new TypeError('Failed to fetch')
}

export const anInstance = (instance: Partial<Instance> = {}): Instance => ({
	product: 'Backseat',
	version: '1',
	publicUrl: null,
	signup: 'open',
	analytics: false,
	mail: false,
	signIn: { passkeys: false, oidc: null, password: true },
	needsHost: false,
	tracesStayUntilNight: false,
	eveningPost: '2026-11-27T17:30:00.000Z',
	push: null,
	...instance,
})

/** A driver's figures, by default of a driver without ratings. */
export const someFigures = (figures: Partial<DriverStats> = {}): DriverStats => ({
	totalRides: 0,
	averageStar: 0,
	...forEachOf(COUNT_KEYS, () => 0),
	bestCategory: 'none',
	worstCategory: 'none',
	kind: 'parked',
	stars: [0, 0, 0, 0, 0],
	...figures,
})

/** The lookup of Uncle Bob's claim link. */
export const aClaimLookup = (lookup: Partial<ClaimLookup> = {}): ClaimLookup => ({
	ghostDriver: {
		display_name: 'Uncle Bob',
		username: 'ghost-uncle-bob-x7k2q9',
		email: null,
		avatarId: 1,
		isGhost: true,
	},
	ratingsCount: 3,
	proposedUsername: 'uncle.bob',
	...lookup,
})

/** A member as others see them. */
export const aDriver = (driver: Partial<PublicUser> = {}): PublicUser => ({
	id: 7,
	username: 'grandma.elke',
	display_name: 'Grandma Elke',
	avatarId: 2,
	isGhost: false,
	claimedById: null,
	...driver,
})

/** A signed-in member, usable as the response of every call that logs in. */
export const aMember = (user: Partial<SignedInUser & CameIn> = {}): SignedInUser & CameIn => ({
	id: 4711,
	username: 'jonas',
	display_name: null,
	avatarId: 5,
	isGhost: false,
	claimedById: null,
	email: null,
	lastRatingNotificationAt: null,
	lastSeenRatingId: null,
	lastRatingReceivedAt: null,
	isLatestRatingsSeen: true,
	isHost: false,
	newReplies: 0,
	cameAlong: 0,
	...user,
})

/**
 * Runs after each test (dom.ts): unmounts the screen, clears storage, and restores `fetch`, the navigator and the
 * address.
 */
export function forgetEverything() {
	// Unmount first, because a mounted screen would send more requests.
	cleanup()
	// The toast queue outlives screens: a new toast replaces the visible one and is closed at once.
	toast({ title: '' })()
	closeApps()
	mock.restore()
	for (const name of ['share', 'canShare', 'userAgent', 'serviceWorker', 'cookieEnabled'])
		Reflect.deleteProperty(navigator, name)
	localStorage.clear()
	sessionStorage.clear()
	forgetUnstored()
	noteServerTime(new Date().toISOString())
	noteGuestRatings(false)
	openedAt(USUAL_ADDRESS)
}
