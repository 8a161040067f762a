import { mock, spyOn } from 'bun:test'
import { cleanup } from '@testing-library/react'
import type { CameIn, SignedInUser } from '#contract/accounts.ts'
import type { ClaimLookup } from '#contract/claims.ts'
import { COUNT_KEYS, forEachOf } from '#contract/impressions.ts'
import type { Instance } from '#contract/instance.ts'
import type { DriverStats } from '#contract/stats.ts'
import { noteGuestRatings } from '#ui/features/ratings/guest-ratings.memory.ts'
import { toast } from '#ui/kit/feedback/toast.ts'
import { noteServerTime } from '#ui/platform/server-clock.ts'
import { forgetUnstored } from '#ui/platform/storage.ts'
import { closeApps } from './opened-app.ts'
import { openedAt, USUAL_ADDRESS } from './page-address.ts'

/** A status and a body; a function when the answer depends on what was sent, or should fail like a dead network. */
export type FakeAnswer = readonly [status: number, body?: unknown]
export type Answers = Record<string, FakeAnswer | ((body: unknown) => FakeAnswer | Promise<FakeAnswer>)>

const WAYS_IN = /^GET \/api\/users\/\d+\/passkeys$/
const NO_PASSKEYS: FakeAnswer = [200, { passkeys: [], hasPassword: true }]

/** Answers `fetch` by 'METHOD /path'. Whatever it does not know is a 404, as on the real server. */
export function fakeServer(answers: Answers) {
	const calls: { call: string; body: unknown; headers: Headers; credentials: RequestCredentials | undefined }[] = []
	const answered: Record<string, HeadersInit> = {}
	const known: Answers = { 'POST /api/events': [202, { accepted: 1 }], ...answers }
	spyOn(globalThis, 'fetch').mockImplementation((async (input: RequestInfo | URL, init?: RequestInit) => {
		const call = `${init?.method ?? 'GET'} ${String(input)}`
		const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
		calls.push({ call, body, headers: new Headers(init?.headers), credentials: init?.credentials })
		// Whoever is asked for a password may have passkeys; in most tests nobody has.
		const answer = known[call] ?? (WAYS_IN.test(call) ? NO_PASSKEYS : problem(404, 'Not found'))
		const [status, said] = await (typeof answer === 'function' ? answer(body) : answer)
		return new Response(said === undefined ? null : JSON.stringify(said), { status, headers: answered[call] })
	}) as typeof fetch)
	return {
		/** From here on answered differently. */
		answer: (call: string, answer: Answers[string]) => {
			known[call] = answer
		},
		answerHeaders: (call: string, headers: HeadersInit) => {
			answered[call] = headers
		},
		/** Whether cookies went along. */
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
/** A refusal whose code nobody reads. */
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
	push: null,
	...instance,
})

/** The figures of a driver; of one whom nobody has rated, unless told otherwise. */
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

/** What waits behind the claim link of Uncle Bob. */
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

/** Who has just come in, or comes back: the calls that answer either take it. */
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

/** After each test (dom.ts): nothing is on the screen or remembered, `fetch` and the navigator are themselves again, and we are where we were. */
export function forgetEverything() {
	// Unmounted first: what is still on the screen would ask again.
	cleanup()
	// The queue of toasts outlives screens: a new one replaces what is shown, and is closed at once.
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
