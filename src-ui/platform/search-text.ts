import * as v from 'valibot'

/** What was looked for, in an address; `?search=7` is a number to the router. Nonsense counts as absent. */
export const SearchText = v.fallback(
	v.optional(v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String))),
	undefined,
)
