import * as v from 'valibot'

/** The router parses `?search=7` as a number. Invalid values count as absent. */
export const SearchText = v.fallback(
	v.optional(v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String))),
	undefined,
)
