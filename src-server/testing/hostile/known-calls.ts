import { everyCall } from '#contract/every-call.ts'

/** The public description of a call, as in the API document. */
export type KnownCall = { method: string; path: string; body: unknown }

export const knownCalls = (basePath = ''): KnownCall[] =>
	everyCall.map(({ call: { method, path, body } }) => ({ method, path: `${basePath}/api${path}`, body }))

/** The names of all query parameters. */
export const KNOWN_QUERY_NAMES: readonly string[] = [
	...new Set(everyCall.flatMap(({ call }) => Object.keys(call.query?.entries ?? {}))),
]
