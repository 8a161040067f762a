import { exampleBody } from '#server/testing/example-body.ts'
import { LARGE_JSON } from './heavy-text.ts'
import { HEADER_NAMES, type Header } from './hostile-headers.ts'
import { KNOWN_QUERY_NAMES, type KnownCall } from './known-calls.ts'

/* Requests with as much text in one field as the gates permit and valid values everywhere else. */

export type HeavyRequest = { name: string; method: string; target: string; headers: Header[]; body: string | null }

/** A field that takes text, up to `room` as measured by `sizeOf`. */
export type Place = { name: string; room: number; sizeOf(text: string): number; request(text: string): HeavyRequest }

const BODY_BYTES = 16_384
const EVENTS_BODY_BYTES = 49_152
/** Bun permits 16 KiB for the first line and all headers. */
const HEAD_BYTES = 15_000

const JSON_HEADER: Header = ['Content-Type', 'application/json']

type Asker = { id: number }

type Path = (string | number)[]

const leaves = (value: unknown, path: Path = []): Path[] =>
	typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
		: [path]

function withAt(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
	if (key === undefined) return put
	const whole = value as Record<string, unknown>
	const copy = Array.isArray(value) ? [...value] : { ...whole }
	return Object.assign(copy, { [key]: withAt(whole[key], rest, put) })
}

/** A route's address with the caller's id for each parameter. */
const addressOf = (path: string, { id }: Asker) => path.replace(/:\w+/g, String(id))

const bodyOf = (call: KnownCall, { id }: Asker) => exampleBody(call, { id }) ?? {}
const roomIn = ({ path }: KnownCall) => (path.endsWith('/events') ? EVENTS_BODY_BYTES : BODY_BYTES)
const writesIn = (routes: readonly KnownCall[]) => routes.filter(({ method }) => method !== 'GET')

const writeOf = (route: KnownCall, me: Asker, name: string, body: string): HeavyRequest => ({
	name: `${route.method} ${route.path} ${name}`,
	method: route.method,
	target: addressOf(route.path, me),
	headers: [JSON_HEADER],
	body,
})

/** Every field of every body, with the right and wrong types; unknown fields; and text instead of a body. */
export const bodyPlaces = (routes: readonly KnownCall[], me: Asker): Place[] =>
	writesIn(routes).flatMap((route) => {
		const whole = bodyOf(route, me)
		const place = (name: string, put: (text: string) => unknown): Place => ({
			name,
			room: roomIn(route) - JSON.stringify(put('')).length,
			sizeOf: (text) => new TextEncoder().encode(JSON.stringify(text)).length - 2,
			request: (text) => writeOf(route, me, name, JSON.stringify(put(text))),
		})
		return [
			...leaves(whole).map((path) => place(path.join('.'), (text) => withAt(whole, path, text))),
			place('an unknown name', (text) => ({ [text]: 1 })),
			place('the body', (text) => text),
		]
	})

const MARK = 'put-it-here'

/** Every body, each of its fields, and an event's properties, replaced by a wide, deep or large value. */
export const bulkRequests = (routes: readonly KnownCall[], me: Asker): HeavyRequest[] =>
	writesIn(routes).flatMap((route) => {
		const whole = bodyOf(route, me)
		const inEvents: Path[] = 'events' in whole ? [['events', 0, 'properties']] : []
		return [[], ...Object.keys(whole).map((key) => [key]), ...inEvents].flatMap((path) => {
			const frame = JSON.stringify(withAt(whole, path, MARK))
			return Object.entries(LARGE_JSON).map(([what, bulk]) => {
				const body = frame.replace(`"${MARK}"`, () => bulk(roomIn(route) - frame.length))
				return writeOf(route, me, `${what} as ${path.join('.') || 'the body'}`, body)
			})
		})
	})

const QUERIES = [...KNOWN_QUERY_NAMES, 'x']
const BESIDE = ['/', '/api/', '/claim/', '/assets/', '/api/docs/']

/** Every id and token in an address, every query, and invalid addresses. */
export function addressPlaces(routes: readonly KnownCall[], me: Asker): Place[] {
	const coded = (text: string) => encodeURIComponent(text.toWellFormed())
	const place = (method: string, name: string, targetOf: (text: string) => string): Place => ({
		name,
		room: HEAD_BYTES,
		sizeOf: (text) => coded(text).length,
		request: (text) => ({ name: `${method} ${name}`, method, target: targetOf(text), headers: [], body: null }),
	})
	const inPath = routes.flatMap(({ method, path }) =>
		path
			.split('/')
			.flatMap((part, at, parts) =>
				part.startsWith(':')
					? [place(method, `${path} ${part}`, (text) => addressOf(parts.with(at, coded(text)).join('/'), me))]
					: [],
			),
	)
	const reads = routes.filter(({ method }) => method === 'GET').map(({ path }) => addressOf(path, me))
	const inQuery = reads.flatMap((path) => [
		...QUERIES.map((key) => place('GET', `${path}?${key}=`, (text) => `${path}?${key}=${coded(text)}`)),
		place('GET', `${path}?`, (text) => `${path}?${text.toWellFormed()}`),
	])
	const beside = BESIDE.map((path) => place('GET', path, (text) => path + encodeURI(text.toWellFormed())))
	return [...inPath, ...inQuery, ...beside]
}

/** Every header that the server reads, with each of these requests. */
export const headerPlaces = (requests: Pick<HeavyRequest, 'method' | 'target' | 'body'>[]): Place[] =>
	requests.flatMap(({ method, target, body }) =>
		HEADER_NAMES.map((header) => {
			const name = `${header} of ${method} ${target}`
			const headers = (text: string): Header[] => [...(body ? [JSON_HEADER] : []), [header, text.trim()]]
			const request = (text: string) => ({ name, method, target, headers: headers(text), body })
			return { name, room: HEAD_BYTES, sizeOf: (text: string) => text.length, request }
		}),
	)
