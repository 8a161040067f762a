import { everyCall } from '#contract/every-call.ts'

/** What hostile people know of a call, as anybody can read it in the API's document. */
export type KnownCall = { method: string; path: string; body: unknown }

export const knownCalls = (basePath = ''): KnownCall[] =>
	everyCall.map(({ call: { method, path, body } }) => ({ method, path: `${basePath}/api${path}`, body }))

/** The names of everything that any call takes in its query. */
export const KNOWN_QUERY_NAMES: readonly string[] = [
	...new Set(everyCall.flatMap(({ call }) => Object.keys(call.query?.entries ?? {}))),
]
