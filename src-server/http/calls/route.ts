import type * as v from 'valibot'
import type { Call, Schema } from '#contract/call.ts'
import type { UserId } from '#contract/ids.ts'
import type { AskedAt } from '#server/http/addresses/own-addresses.ts'
import type { Viewer } from '#server/http/client.ts'
import type { Identity, SignedInBy } from '#server/http/identity/identity.ts'

/** A call of the contract and what answers it. */
export type Route = {
	call: Call
	handler: (request: never) => unknown
	/** How often one member may make it. */
	limit?: Limit
	/** Whether its answers are kept in memory; see kept-answers.ts. */
	isKept?: boolean
}

type Limit = { check(key: UserId): void }

/** What a feature puts into the API. */
export type Feature = { routes: readonly Route[] }

/**
 * Binds a handler to its call: what it is given has been checked and may be used as it is, what it answers must be what
 * the call promises. Where a call has several good answers, `answer` says which.
 */
export const route = <C extends Call>(
	call: C,
	handler: (request: Received<NoInfer<C>>) => Answer<NoInfer<C>> | Promise<Answer<NoInfer<C>>>,
	{ limit }: { limit?: C['who'] extends 'member' | 'host' ? Limit : never } = {},
): Route => ({ call, handler, ...(limit && { limit }) })

/**
 * A route whose answer can be too long for one turn of the event loop. What the stream says must have the shape that the call
 * promises: nothing checks it but tests.
 */
export const streamRoute = <C extends Call>(
	call: C,
	handler: (request: Received<NoInfer<C>>) => ReadableStream<Uint8Array<ArrayBuffer>> | Answer<NoInfer<C>>,
	{ limit }: { limit?: C['who'] extends 'member' ? Limit : never } = {},
): Route => ({
	call,
	...(limit && { limit }),
	handler: (received: Received<C>) => {
		const stream = handler(received)
		if (!(stream instanceof ReadableStream) || !received.isHead) return stream
		// Elysia answers HEAD with the headers of GET, and reads its body to the end.
		void stream.cancel()
		return new Blob().stream()
	},
})

/** A route whose answers are the same for everybody and depend on nothing but the data: no time, no settings. */
export const keptRoute = <C extends Call & { method: 'GET'; who: 'anyone' }>(
	call: C,
	handler: (request: Received<NoInfer<C>>) => Answer<NoInfer<C>>,
): Route => ({ call, handler, isKept: true })

export const answer = <const Status extends number, Body>(status: Status, body: Body) => ({ status, body })

/**
 * What a handler is given: no request, so that it needs to know no HTTP. `viewer` is who asks, unless the call is for anyone;
 * `me` is the member who does.
 */
export type Received<C extends Call> = {
	params: Parsed<C['params']>
	query: Parsed<C['query']>
	body: Parsed<C['body']>
	headers: { [Name in keyof C['headers']]: string | undefined }
	/** Where it comes from, as limits count it. */
	readonly address: string
	/** Under which name of this server. */
	readonly askedAt: AskedAt
	/** The sender's session and cookies. */
	readonly browser: Browser
	/** Only the headers are asked for. */
	isHead: boolean
	isDesktopWindow: boolean
	/** Who has logged in at the proxy, as it says; null unless it is a trusted one, and its header is believed here. */
	proxyUser: string | null
	/** The connection is not closed for so many seconds, although nothing is sent. */
	stayConnected(seconds: number): void
	/** Sets a header of the answer. */
	setHeader(name: string, value: string): void
	viewer: C['who'] extends 'anyone' ? undefined : Viewer
	me: C['who'] extends 'member' | 'host' ? UserId : undefined
}

/** What a handler may do with the cookies of a request; see identity.ts. */
export const browserOf = (identity: Identity, request: Request) => ({
	session: () => identity.sessionOf(request),
	forgetDeadSession: () => identity.forgetDeadSession(request),
	signIn: (userId: UserId, by: SignedInBy = 'password') => identity.signIn(request, userId, by),
	userAgent: () => request.headers.get('user-agent'),
	signOut: (ago?: number): undefined => void identity.signOut(request, ago),
	nextGuest: (browserKey: string | undefined) => identity.nextGuest(request, browserKey),
	tab: (tabSecret: string) => identity.tabOf(request, tabSecret),
	beginInTab: (tabSecret: string) => identity.beginInTab(request, tabSecret),
})
type Browser = ReturnType<typeof browserOf>

type Parsed<S> = S extends Schema ? v.InferOutput<S> : undefined

type Statuses<C extends Call> = keyof C['answers'] & number
type Answers<C extends Call> = {
	[Status in Statuses<C>]: { status: Status; body: v.InferInput<C['answers'][Status]> }
}[Statuses<C>]
type IsOne<T, All = T> = T extends unknown ? ([All] extends [T] ? true : false) : never
/** One status goes without saying. */
type Answer<C extends Call> = true extends IsOne<Statuses<C>> ? Answers<C>['body'] : Answers<C>
