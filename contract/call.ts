import type * as v from 'valibot'
import type { CallDocs } from './call-docs.ts'

/*
 * What a call of the API is. Each is described once, beside the shapes it carries (ratings.ts, say): the routes, the
 * browser's client, the API document and the tests all read that description.
 */

export type Schema = v.GenericSchema
export type Fields = Schema & { entries: Record<string, Schema> }

export type Call = {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
	/** Below `/api`. `:id` stands for a value that `params` describes. */
	path: `/${string}`
	/**
	 * `anyone`: the session is not even looked at. `visitor-or-member`: no session is needed, but with one the answer is
	 * another. `member`: without a session the answer is 401, before anything else of the request is looked at.
	 * `guest-or-member`: without a session and without a guest's cookie it is 401, just as early. `host`: as for members,
	 * and a member who is no host gets 403 `not_host`, just as early.
	 */
	who: 'anyone' | 'visitor-or-member' | 'guest-or-member' | 'member' | 'host'
	/**
	 * Only of a host: the call changes or hands out something, so the password must have been typed within the last
	 * `CONFIRMED_MS` (host/confirmation.ts). Otherwise it is 403 `confirm_first`, before the body is looked at.
	 */
	isConfirmed?: true
	/** What the 401 says, where 'You must be logged in' can be said better. */
	signInMessage?: string
	/**
	 * Which value says who is calling: `params.id`, `query.creatorId`, `body.userId`. Identity comes from the session
	 * alone, so one that differs from it is refused with 403; an absent one is right.
	 */
	owner?: string
	params?: Fields
	query?: Fields
	headers?: Record<string, Schema>
	body?: Schema
	/** By status. What every call may answer (401, 429, …) is a Problem and is not listed. */
	answers: Record<number, Schema>
	/** For the API document. A function, so that a server holds these words only when the document is asked for. Not in the browser. */
	docs: () => CallDocs
}

/**
 * One call of the API. The compiler sees to it that each `:name` in the path has a schema, that each good answer has its
 * words, that `owner` names a value the call takes, and that the caller is known then: otherwise there would be nothing to
 * compare.
 */
// @__NO_SIDE_EFFECTS__
export function call<const C extends Call>(described: C & Consistent<C>): C {
	return described
}

type Consistent<C extends Call> = {
	owner?: C['who'] extends 'anyone' ? never : OwnerPlace<C>
	docs: () => { answers: Record<keyof C['answers'] & number, string> }
} & ([ParamName<C>] extends [never]
	? { params?: never }
	: { params: Schema & { entries: Record<ParamName<C>, Schema> } })

type OwnerPlace<C extends Call> =
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

/** The values in the path and query of a call; `addressOf` turns ids and numbers into text. */
export type AddressParts<C extends Call> = ([ParamName<C>] extends [never]
	? { params?: undefined }
	: { params: Record<ParamName<C>, string | number> }) &
	(C extends { query: infer Query extends Schema }
		? { query?: Partial<Record<keyof v.InferInput<Query>, string | number>> }
		: { query?: undefined })

/** Everything that the caller passes. */
export type Input<C extends Call> = AddressParts<C> &
	(C extends { headers: infer Headers extends Record<string, Schema> }
		? { headers?: { [Name in keyof Headers]?: v.InferInput<Headers[Name]> } }
		: { headers?: undefined }) &
	(C extends { body: infer Body extends Schema } ? { body: v.InferInput<Body> } : { body?: undefined })

/** The body of a successful answer, whichever status it has. */
export type Output<C extends Call> = v.InferOutput<C['answers'][keyof C['answers'] & number]>

type Address = { params?: Record<string, string | number>; query?: Record<string, string | number | undefined> }

/** Where a call is sent, below the base path. No value of a parameter can lead to another call. */
export function addressOf({ path }: Pick<Call, 'path'>, { params = {}, query = {} }: Address = {}): string {
	const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
	const said = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
	return `/api${filled}${said.length > 0 ? `?${new URLSearchParams(said)}` : ''}`
}
