import type * as v from 'valibot'
import type { CallDocs } from './call-docs.ts'
import type { PlainReason } from './reasons.ts'

/*
 * The description of an API call. Each call is described once, beside its schemas (for example in ratings.ts); the routes,
 * the browser's client, the API document and the tests all read that description. The build of the browser app keeps only
 * `method` and `path`, and `answers` in a file of their own (scripts/page-chunks.ts).
 */

export type Schema = v.GenericSchema
export type Fields = Schema & { entries: Record<string, Schema> }

export type Call = {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
	/** Relative to `/api`. `:id` is a parameter described in `params`. */
	path: `/${string}`
	/**
	 * `anyone`: the session does not change the response. `visitor-or-member`: works without a session, but a session changes the response.
	 * `member`: 401 without a session, before the rest of the request is read. `guest-or-member`: 401 without a session or
	 * guest cookie, just as early. `host`: as for members, and 403 `not_host` for other members, just as early.
	 */
	who: 'anyone' | 'visitor-or-member' | 'guest-or-member' | 'member' | 'host'
	/**
	 * Only for hosts: the call changes or discloses data, so the password must have been entered within the last
	 * `CONFIRMED_MS` (host/confirmation.ts). Otherwise it is 403 `confirm_first`, before the body is read.
	 */
	isConfirmed?: true
	/** For the refusal without a session. */
	signInReason?: PlainReason
	/**
	 * The field that repeats the caller's id: `params.id`, `query.creatorId` or `body.userId`. The session alone
	 * identifies the caller, so another id is refused with 403; a missing one is accepted.
	 */
	owner?: string
	params?: Fields
	query?: Fields
	headers?: Record<string, Schema>
	body?: Schema
	/**
	 * The body is a file of up to `OWN_DATA_FILE_MAX_BYTES`. The handler gets its bytes, to read them on another thread;
	 * `body` describes the file for the API document only. The member's own id must be the `:id` of the path.
	 */
	isFile?: true
	answers: Record<number, Schema>
	/** For the API document. A function, so that a server loads this text only when the document is requested. */
	docs: () => CallDocs
}

/**
 * Defines a call. The types enforce that each `:name` in the path has a schema, that each success has documentation, and
 * that `owner` names an existing value of a call with a known caller.
 */
// @__NO_SIDE_EFFECTS__
export function call<const C extends Call>(described: C & Consistent<C>): C {
	return described
}

type Consistent<C extends Call> = {
	owner?: C['who'] extends 'anyone' ? never : OwnerLookup<C>
	docs: () => { answers: Record<keyof C['answers'] & number, string> }
} & ([ParamName<C>] extends [never]
	? { params?: never }
	: { params: Schema & { entries: Record<ParamName<C>, Schema> } })

type OwnerLookup<C extends Call> =
	| `params.${ParamName<C>}`
	| `query.${FieldName<C['query']>}`
	| `body.${FieldName<C['body']>}`
type FieldName<S> = S extends Schema ? keyof v.InferOutput<S> & string : never

type ParamName<C extends Call> = NamesIn<C['path']>
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
	? Name | NamesIn<`/${Rest}`>
	: Path extends `${string}:${infer Name}`
		? Name
		: never

export type AddressParts<C extends Call> = ([ParamName<C>] extends [never]
	? { params?: undefined }
	: { params: Record<ParamName<C>, string | number> }) &
	(C extends { query: infer Query extends Schema }
		? { query?: Partial<Record<keyof v.InferInput<Query>, string | number>> }
		: { query?: undefined })

export type Input<C extends Call> = AddressParts<C> &
	(C extends { headers: infer Headers extends Record<string, Schema> }
		? { headers?: { [Name in keyof Headers]?: v.InferInput<Headers[Name]> } }
		: { headers?: undefined }) &
	(C extends { isFile: true }
		? { body: Blob }
		: C extends { body: infer Body extends Schema }
			? { body: v.InferInput<Body> }
			: { body?: undefined })

export type Output<C extends Call> = v.InferOutput<C['answers'][keyof C['answers'] & number]>

type Address = { params?: Record<string, string | number>; query?: Record<string, string | number | undefined> }

/** The URL of a call below the base path. Values are encoded, so a parameter cannot lead to another call. */
export function addressOf({ path }: Pick<Call, 'path'>, { params = {}, query = {} }: Address = {}): string {
	const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
	const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
	return `/api${filled}${pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''}`
}
