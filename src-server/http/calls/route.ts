import type * as v from 'valibot'
import type { Call, Schema } from '#contract/call.ts'
import type { UserId } from '#contract/ids.ts'
import type { RequestOrigin } from '#server/http/addresses/own-addresses.ts'
import type { Viewer } from '#server/http/client.ts'
import type { Identity, SignedInBy } from '#server/http/identity/identity.ts'

export type Route = {
	call: Call
	handler: (request: never) => unknown
	limit?: Limit
	isKept?: boolean
	noteReader?: NoteReader<never>
}

/** Called for each response of a call whose responses are cached, with the member who reads it. */
type NoteReader<Params> = (reader: UserId | null, params: Params) => void

type Limit = { check(key: UserId): void }

export type Feature = { routes: readonly Route[] }

/**
 * Binds a handler to its call: its input is validated, and its result must have the type that the call promises. If a call
 * has several success statuses, `answer` names one.
 */
export const route = <C extends Call>(
	call: C,
	handler: (request: Received<NoInfer<C>>) => Answer<NoInfer<C>> | Promise<Answer<NoInfer<C>>>,
	{ limit }: { limit?: C['who'] extends 'member' | 'host' ? Limit : never } = {},
): Route => ({ call, handler, ...(limit && { limit }) })

/**
 * A route whose answer may take longer than one turn of the event loop. Only tests check that the stream has the shape
 * that the call promises.
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
		// Elysia answers HEAD with the headers of GET, and would read the whole body.
		void stream.cancel()
		return new Blob().stream()
	},
})

/**
 * A route whose answers depend only on the data and, if it knows its viewer, on the viewer. One
 * that time can change without a write, or that a setting decides, is `passing`. The handler sees nothing else of the
 * request, and cannot set headers.
 */
export const keptRoute = <C extends Call & { method: 'GET'; who: 'anyone' | 'visitor-or-member' }>(
	call: C,
	handler: (
		request: Pick<Received<NoInfer<C>>, 'params' | 'query' | 'viewer'>,
	) => Answer<NoInfer<C>> | Passing<Answer<NoInfer<C>>>,
	{ noteReader }: { noteReader?: NoteReader<Parsed<NoInfer<C>['params']>> } = {},
): Route => ({ call, handler, isKept: true, ...(noteReader && { noteReader }) })

export class Passing<Body> {
	constructor(readonly body: Body) {}
}

/** Excludes this answer of a `keptRoute` from the cache. */
export const passing = <Body>(body: Body) => new Passing(body)

export const answer = <const Status extends number, Body>(status: Status, body: Body) => ({ status, body })

/**
 * A handler's input, without the request, so that handlers need no HTTP. `viewer` is the caller, absent if the call is
 * open to anyone; `me` is the calling member.
 */
export type Received<C extends Call> = {
	params: Parsed<C['params']>
	query: Parsed<C['query']>
	body: C extends { isFile: true } ? Uint8Array : Parsed<C['body']>
	headers: { [Name in keyof C['headers']]: string | undefined }
	readonly address: string
	readonly requestOrigin: RequestOrigin
	readonly browser: Browser
	isHead: boolean
	isDesktopWindow: boolean
	/** The user named by a trusted proxy's header; null without a trusted proxy. */
	proxyUser: string | null
	stayConnected(seconds: number): void
	setHeader(name: string, value: string): void
	viewer: C['who'] extends 'anyone' ? undefined : Viewer
	me: C['who'] extends 'member' | 'host' ? UserId : undefined
}

/** The session and cookie operations that a handler may use; see identity.ts. */
export const browserOf = (identity: Identity, request: Request) => ({
	session: () => identity.sessionOf(request),
	forgetDeadSession: () => identity.forgetDeadSession(request),
	signIn: (userId: UserId, by: SignedInBy = 'password') => identity.signIn(request, userId, by),
	language: () => identity.languageOf(request).tag,
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
type Answer<C extends Call> = true extends IsOne<Statuses<C>> ? Answers<C>['body'] : Answers<C>
